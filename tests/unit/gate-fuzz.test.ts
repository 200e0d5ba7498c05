import { describe, expect, test } from 'vitest'
import { passGate } from '#src/server/gate/gate.ts'
import type { Answer } from '../fuzz/draft.ts'
import { fuzzInProcess } from '../fuzz/in-process.ts'
import { type Asked, CANARY, Floods, HIDDEN_FROM_MEMBERS, wrongWith } from '../fuzz/judge.ts'
import { answersIn } from '../fuzz/pipeline.ts'
import { type Ask, sourceGate } from '../fuzz/source-gate.ts'
import { memoryPages } from '../fakes/pages.ts'

/** What a build makes of these is asked by `npm run fuzz:gate` and tests/gate/fuzz.test.ts. */
const PAGES = ['/', '/leaderboard', '/video-playlist/cohort-17', '/calendar.ics', '/edit', '/decide']
const SCREENS = ['/404', '/states/pending', '/states/unconfirmed', '/states/denied', '/states/unavailable']
const pages = memoryPages({
  ...Object.fromEntries(SCREENS.map((path) => [path, `a screen for ${path}`])),
  ...Object.fromEntries([...PAGES, '/states/missing'].map((path) => [path, `<p>Aloha</p>${CANARY}${path};`])),
})
const names = { all: PAGES, hiddenFromMembers: HIDDEN_FROM_MEMBERS }
const publicFile: Ask = () =>
  Promise.resolve(new Response('public', { headers: { 'cache-control': 'private' } }))

const SEED = 20_261_122
const SOME = 5000

const run = (pass?: typeof passGate, requests = SOME) =>
  fuzzInProcess(
    { host: 'in-process', seed: SEED, requests, untilMs: Infinity, only: null },
    { dev: sourceGate({ pages, next: publicFile, pass }), pages: names },
  )

test('nobody is shown a page, or a failure, by any of some thousand requests that try to pass the gate', async () => {
  const { findings, requests } = await run()
  expect(findings).toEqual([])
  expect(requests).toBe(SOME)
})

/** Gates with a hole, each with what opens it: all that is left of the request when everything else is left out. */
describe('the search finds, and makes short, a gate that', () => {
  const shown = (path: string) => new Response(`${CANARY}${path};`)
  const holes: [string, (request: Request, path: string) => Response | null, RegExp][] = [
    [
      'takes the case of a path for another page',
      (_, path) => (/[A-Z]/.test(path) ? shown('/leaderboard') : null),
      /GET \/[^A-Z]*[A-Z][^A-Z]* HTTP/,
    ],
    [
      'lets a path pass that begins like a public one',
      (_, path) => (/^\/[a-z]+%2f/.test(path) ? shown('/') : null),
      /GET \/[a-z]+%2f\S* HTTP/,
    ],
    [
      'stops decoding after ten rounds',
      (_, path) => (path.includes('%25'.repeat(1) + '25'.repeat(9)) ? shown('/') : null),
      /GET \S*%(?:25){10}[^5]\S* HTTP/,
    ],
    [
      'believes a header that says who asked before',
      ({ headers }) => (headers.has('x-middleware-subrequest') ? shown('/') : null),
      /x-middleware-subrequest: /,
    ],
    [
      'believes a header that says what was asked for',
      ({ headers }) => (headers.has('x-original-url') ? shown('/') : null),
      /x-original-url: /,
    ],
    [
      'answers a part of a page',
      ({ headers }) => (headers.get('range') === 'bytes=0-0' ? new Response('<', { status: 206 }) : null),
      /range: bytes=0-0/,
    ],
    [
      'says that nothing has changed',
      ({ headers }) => (headers.get('if-none-match') === '*' ? new Response(null, { status: 304 }) : null),
      /if-none-match: \*/,
    ],
    [
      'answers HEAD as if a member asked',
      ({ method }) => (method === 'HEAD' ? new Response() : null),
      /HEAD \S+ HTTP/,
    ],
    [
      'fails at a query',
      ({ url }) => (url.endsWith('?%zz') ? new Response('', { status: 500 }) : null),
      /GET \S+\?%zz HTTP/,
    ],
    [
      'leads to another site',
      (_, path) =>
        path.startsWith('//') ? new Response(null, { status: 308, headers: { location: path } }) : null,
      /GET \/\/\S+ HTTP/,
    ],
    [
      'lets caches keep a style sheet that is none',
      (_, path) => (path.endsWith('.css') ? new Response(null, { status: 404 }) : null),
      /GET \S+\.css HTTP/,
    ],
  ]
  test.each(holes)('%s', async (_, hole, opened) => {
    const { findings } = await run(async (gate, request, next) => {
      const answer = await passGate(gate, request, next)
      return hole(request, new URL(request.url).pathname) ?? answer
    }, 30_000)
    const [finding = ''] = findings
    expect(finding).toMatch(opened)
    // Besides what it is, how to see it again, who asks, and the host: one line that opens the hole, and the page's.
    const lines = finding.split('\n')
    expect(
      lines.slice(3).filter((line) => !/^ {2}(?:Host|GET \/\S* HTTP|cookie)/.test(line)).length,
    ).toBeLessThanOrEqual(1)
  })
})

describe('an answer is in order', () => {
  const asked: Asked = { visitor: 'pending', pathname: '/leaderboard', isGated: true, hasFlooded: false }
  const answer: Answer = {
    status: 302,
    location: '/auth',
    cacheControl: 'no-store',
    retryAfter: '30',
    bytes: Buffer.from(''),
  }
  const away = { ...answer, status: 503, location: null }

  test('when it is a 503 that the limit on made-up sessions asks for, and at no other 503', () => {
    expect(wrongWith({ ...asked, hasFlooded: true }, away)).toBeNull()
    expect(wrongWith(asked, away)).toMatch(/outage/)
    expect(wrongWith({ ...asked, hasFlooded: true }, { ...away, retryAfter: null })).toMatch(/outage/)
  })

  test('a member sees pages, and neither the editor’s nor the administrators’', () => {
    const page = (path: string) => ({
      ...answer,
      status: 200,
      location: null,
      bytes: Buffer.from(`x${CANARY}${path};`),
    })
    const byMember = { ...asked, visitor: 'member' as const }
    expect(wrongWith(byMember, page('/leaderboard'))).toBeNull()
    expect(wrongWith({ ...byMember, pathname: '/x' }, page('/decide'))).toMatch(/shows \/decide/)
    expect(wrongWith(asked, page('/leaderboard'))).toMatch(/shows \/leaderboard/)
  })

  test('an address is over the limit with the eleventh made-up session in ten seconds and ten more, and for no longer', () => {
    const floods = new Floods()
    for (let n = 0; n < 10; n++) floods.bring('203.0.113.7', n)
    expect(floods.isOver('203.0.113.7', 10)).toBe(false)
    floods.bring('203.0.113.7', 10)
    expect([floods.isOver('203.0.113.7', 10), floods.isOver('203.0.113.8', 10)]).toEqual([true, false])
    expect(floods.isOver('203.0.113.7', 30_000)).toBe(false)
  })
})

test('answers on one connection are told apart, whatever frames their bodies', () => {
  const bytes = [
    'HTTP/1.1 100 Continue\r\n\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\none',
    'HTTP/1.1 404 Not Found\r\nContent-Length: 9\r\n\r\n',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nth\r\n3\r\nree\r\n0\r\n\r\n',
    'HTTP/1.1 304 Not Modified\r\nContent-Length: 7\r\n\r\n',
    'HTTP/1.1 302 Found\r\nLocation: /auth\r\nContent-Length: 0\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\ncut',
  ].join('')
  const answers = answersIn(Buffer.from(bytes), ['GET', 'HEAD', 'GET', 'GET', 'GET', 'GET'])
  expect(answers.map(({ status }) => status)).toEqual([200, 404, 200, 304, 302])
  expect(Buffer.from(answers[2]?.bytes ?? []).toString()).toMatch(/three$/)
  expect(answers[4]?.location).toBe('/auth')
})
