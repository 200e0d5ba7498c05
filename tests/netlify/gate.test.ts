import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SIGN_INS_PER_NETWORK } from '#src/server/limits/attempt-limits.ts'
import { spellingsOf } from '../../scripts/doctor/spellings.ts'
import type { Stack } from '../../netlify/local/stack.ts'
import { rawRequest, type RawAnswer, type RawOptions } from '../support/raw-http.ts'
import { startTestStack } from '../support/test-stack.ts'
import { signInEach, type Visitor } from '../support/signed-in-member.ts'
import { startPreview, type Preview } from './portal.ts'

/** What tests/gate shows of the one-machine host holds in Netlify's emulation where both give the same answers. */

let stack: Stack
let preview: Preview
let cookies: { stack: ReadonlyMap<Visitor, string>; preview: ReadonlyMap<Visitor, string> }
beforeAll(async () => {
  preview = await startPreview()
  stack = await startTestStack()
  cookies = { stack: await signInEach(stack), preview: await signInEach(preview) }
})
afterAll(async () => {
  await stack.close()
  await preview.remove()
})

describe('both hosts give the same answer', () => {
  const visitors = ['signed out', 'pending', 'approved'] as const
  const pages = ['/', '/leaderboard', '/video-playlist', '/video-playlist/cohort-17', '/samples/leaderboard']
  const screens = ['/auth', '/start', '/no-such-page', '/healthz', '/healthz/details', '/robots.txt']
  const spelled = [
    '/Leaderboard',
    '//leaderboard',
    '/%zz',
    '/leaderboard.html?x=1',
    '/.netlify/v1/config.json',
  ]
  test.each([...pages, ...screens, ...spelled])('to every visitor: %s', async (target) => {
    for (const who of visitors) await expectSame(who, target)
  })

  test.each(spellingsOf('leaderboard'))('to an outsider: %s', (target) => expectSame('pending', target))

  test.each([
    { 'x-astro-path': '/leaderboard' },
    { 'x-astro-locals': '{"member":{"approvalStatus":"approved"}}' },
    { 'x-middleware-subrequest': 'middleware:middleware:middleware' },
    { 'x-rewrite-url': '/leaderboard', 'x-original-url': '/leaderboard' },
    { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
    { 'x-nf-passthrough': 'passthrough' },
    { range: 'bytes=0-100' },
  ] as Record<string, string>[])('to an outsider with %j', (headers) =>
    expectSame('pending', '/leaderboard', { headers }),
  )

  test.each(['HEAD', 'POST', 'PUT', 'OPTIONS'])('to %s', (method) =>
    expectSame('pending', '/leaderboard', { method }),
  )

  test('to a change that another site asks for', () =>
    expectSame('approved', '/_actions/auth.signOut', {
      method: 'POST',
      headers: { origin: 'https://evil.example' },
      body: '{}',
    }))
})

describe('npm run preview:netlify', () => {
  const signIn = (headers: Record<string, string>, email: string, password: string) =>
    rawRequest(preview.siteUrl, '/_actions/auth.signIn', {
      method: 'POST',
      headers: { origin: preview.siteUrl, 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ email, password }),
    })

  test('a member signs in with their browser', async () => {
    const [, email = '', password = ''] = /(\S+@\S+) +password (\S+)/.exec(preview.output()) ?? []
    const answer = await signIn({}, email, password)
    expect(answer.status).toBe(200)
    const cookie = (answer.headers.get('set-cookie') ?? []).map((each) => each.split(';')[0]).join('; ')
    expect((await rawRequest(preview.siteUrl, '/leaderboard', { headers: { cookie } })).status).toBe(200)
  })

  test('attempts are counted by where they come from, not by what a header claims', async () => {
    const statuses = []
    for (let n = 0; n <= SIGN_INS_PER_NETWORK.allowed; n++) {
      const headers = { 'x-forwarded-for': `198.51.100.${n}` }
      statuses.push((await signIn(headers, `a${n}@example.org`, 'a wrong guess')).status)
    }
    expect(statuses.at(-1)).toBe(429)
  })

  test('every process ends with npm', async () => {
    expect(await preview.end('SIGTERM')).toBeGreaterThan(2)
  })
})

async function expectSame(who: Visitor, target: string, options: RawOptions = {}): Promise<void> {
  const ask = (host: { siteUrl: string }, cookie: string | undefined) =>
    rawRequest(host.siteUrl, target, {
      ...options,
      headers: { ...options.headers, ...(cookie && { cookie }) },
    })
  const answers = [ask(stack, cookies.stack.get(who)), ask(preview, cookies.preview.get(who))]
  const [here, there] = (await Promise.all(answers)).map(factsOf)
  expect(there, who).toEqual(here)
}

/** All but what an answer has of its moment: a member's id, a time. */
function factsOf({ status, headers, body }: RawAnswer) {
  const names = ['location', 'content-type', 'cache-control', 'content-security-policy', 'referrer-policy']
  const isPage = headers.get('content-type')?.[0]?.startsWith('text/html')
  const page = isPage ? body.replace(/"id":"[0-9a-f-]{36}"/, '"id"') : null
  return [status, ...names.map((name) => headers.get(name)), page]
}
