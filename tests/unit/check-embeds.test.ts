import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkEmbeds, type Ask, askPage, checkAddresses } from '../../scripts/check-embeds.ts'
import { outputOf } from '../support/command-output.ts'
import { MOST_EVENTS_AND_VIDEOS, useContentCopy } from '../support/content-copy.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

/** What other sites answer, and YouTube's oEmbed service about a video. */
const ANSWERS: Record<string, { status?: number; headers?: Record<string, string> }> = {
  '/fine': {},
  '/missing': { status: 404 },
  '/locked': { status: 403 },
  '/denies': { headers: { 'x-frame-options': 'DENY' } },
  '/own-frames': { headers: { 'content-security-policy': "default-src 'self'; frame-ancestors 'self'" } },
  '/some-frames': {
    headers: {
      'content-security-policy': 'frame-ancestors https://portal.example.org',
      'x-frame-options': 'DENY',
    },
  },
  '/moved': { status: 302, headers: { location: '/denies' } },
  '/members': { status: 302, headers: { location: '/login' } },
  '/login': {},
  '/round': { status: 302, headers: { location: '/round' } },
  'public-video': {},
  'private-video': { status: 403 },
  'deleted-video': { status: 404 },
}

let server: TestServer
const asked: string[] = []
beforeAll(async () => {
  server = await startTestServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    asked.push(pathname)
    const isFirst = asked.filter((path) => path === pathname).length === 1
    const answer = ANSWERS[searchParams.get('url')?.split('?v=')[1] ?? pathname]
    if (pathname === '/recovers') response.writeHead(isFirst ? 503 : 200).end()
    // Other paths are never answered.
    else if (answer) response.writeHead(answer.status ?? 200, answer.headers).end('<!doctype html>')
  })
})
afterAll(() => server.close())

test.each([
  ['/fine', null],
  ['/missing', 'answers 404'],
  ['/locked', 'answers 403'],
  ['/silent', 'doesn’t answer'],
  ['/denies', 'refuses frames (X-Frame-Options: DENY)'],
  ['/own-frames', "refuses frames (frame-ancestors 'self')"],
  ['/some-frames', null],
  ['/round', 'doesn’t answer'],
  ['/moved', 'refuses frames (X-Frame-Options: DENY)'],
  ['/members', 'asks visitors to sign in'],
])('a frame of %s: %s', async (path, problem) => {
  expect(await problemOf({ href: 'https://pasted.lanai.dev/', src: server.url + path })).toBe(problem)
})

test.each([
  ['/missing', 'answers 404'],
  ['/locked', null],
  ['/denies', null],
  ['/members', null],
])('a link to %s: %s', async (path, problem) => {
  expect(await problemOf({ href: server.url + path, src: null })).toBe(problem)
})

test.each([
  ['public-video', null],
  ['private-video', 'is private or doesn’t allow embedding'],
  ['deleted-video', 'doesn’t exist'],
  ['silent-video', 'doesn’t answer'],
])('the video %s: %s', async (id, problem) => {
  const href = `https://www.youtube.com/watch?v=${id}`
  expect(await problemOf({ href, src: `https://www.youtube-nocookie.com/embed/${id}` })).toBe(problem)
})

test('a failing address is retried once', async () => {
  expect(await problemOf({ href: `${server.url}/recovers`, src: null })).toBeNull()
  expect(asked.filter((path) => path === '/recovers')).toHaveLength(2)
})

const TABLE = 'https://tables.lanai.dev/leaderboard'
const copy = useContentCopy(MOST_EVENTS_AND_VIDEOS)

test('check:embeds exits with 0 when no address is broken', async () => {
  showTable('leaderboard')
  const run = await runCheck(to({ [TABLE]: '/fine' }))
  expect(run).toMatchObject({ status: 0, stderr: '' })
  expect(run.stdout).toMatch(/^\d+ checked, none broken\.$/m)
})

test('check:embeds exits with 1 when addresses are broken', async () => {
  showTable('tools')
  const video = 'src/content/playlist/cohort-17/00-week-0/09-extra.md'
  copy.write(video, '---\ntitle: Extra\nvideoId: abcdefghijk\n---\n[Slides](https://slides.lanai.dev/9)\n')
  const run = await runCheck(to({ [TABLE]: '/denies' }))
  expect(run.status).toBe(1)
  expect(run.stdout.trim().split('\n')).toEqual([
    `src/content/pages/tools.yaml: ${TABLE} refuses frames (X-Frame-Options: DENY)`,
    `${video}: https://slides.lanai.dev/9 answers 404`,
    `${video}: https://www.youtube.com/watch?v=abcdefghijk answers 404`,
    expect.stringMatching(/^\d+ checked, 3 broken\.$/),
  ])
})

test('check:embeds exits with 2 without a network', async () => {
  showTable('leaderboard')
  const run = await runCheck(() => Promise.reject(new TypeError('fetch failed')))
  const stderr = 'No URL answered, so this machine seems to be offline.\n'
  expect(run).toEqual({ status: 2, stdout: '', stderr })
})

test('check:embeds exits with 2 when the content has mistakes', async () => {
  copy.write('src/content/pages/tools.yaml', 'title: Tools\n')
  const run = await runCheck(to({}))
  expect(run).toMatchObject({ status: 2, stdout: '' })
  expect(run.stderr).toContain('src/content/pages/tools.yaml:1\n')
})

function showTable(page: string): void {
  const words = 'title: A page\ndescription: What it is for.\n'
  copy.write(`src/content/pages/${page}.yaml`, `${words}kind: frame\nembed: ${TABLE}\nframe: true\n`)
}

function runCheck(ask: Ask) {
  return outputOf(() => checkEmbeds([], copy.root, ask, 5))
}

/** Lets paths of the server stand in for addresses of the web. The programme's own recordings are there. */
function to(paths: Record<string, string>): Ask {
  const pathOf = (url: string) => paths[url] ?? (url.includes('Session') ? '/fine' : '/missing')
  return (url) => askPage(server.url + pathOf(url))
}

async function problemOf(address: { href: string; src: string | null }) {
  const [checked] = await checkAddresses([{ ...address, files: [] }], askServer, 5)
  return checked?.problem
}

/** The server stands in for YouTube as well. A test doesn't wait long for what is never answered. */
function askServer(url: string) {
  const path = url.replace(/^https:\/\/www\.youtube-nocookie\.com\/.*/, '/fine')
  const here = path.replace('https://www.youtube.com', '').replace(server.url, '')
  return askPage(server.url + here, url.includes('silent') ? 300 : 10_000)
}
