import { describe, expect, test } from 'vitest'
import { handleRequest } from '#src/server/gate/gate.ts'
import { CANARY, files, gateFor, noNext, request, SITE, visit } from '../fakes/gate.ts'
import { plainMember } from '../fakes/member.ts'

type Who = Parameters<typeof gateFor>[0]
type Extra = Parameters<typeof gateFor>[1]

const PICTURE = '/avatars/0b2f8f0e-6f0c-4d0c-9d0e-0123456789ab/avatar.1.webp'
/** Visitors who aren't approved members, with what a protected page answers them. */
const outsiders = [
  ['signed-out', 302],
  ['pending', 403],
  ['denied', 403],
  ['outage', 503],
] as const
const open = (path: string, who: Who, extra: Extra = {}, headers = {}, method = 'GET') =>
  handleRequest(gateFor(who, extra), request(path, who, headers, method), noNext)

test('/.well-known/change-password leads to the password form', async () => {
  const answer = await open('/.well-known/change-password', 'signed-out')
  expect([answer.status, answer.headers.get('Location')]).toEqual([302, '/#account=security'])
  // A site that answers everything would be taken for one without such a page.
  expect((await open('/.well-known/nothing', 'signed-out')).status).toBe(404)
})

describe('a protected page', () => {
  test.each([
    ['pending', 'Account Pending Approval k@example.com', {}],
    ['pending', files['/states/unconfirmed'], { emailConfirmed: false }],
    ['denied', files['/states/denied'], {}],
  ] as const)('shows a %s member %j at the same address', async (who, screen, change) => {
    const answer = await open('/leaderboard', who, {
      member: { ...plainMember, approvalStatus: who, ...change },
    })
    expect([answer.status, await answer.text()]).toEqual([403, screen])
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
  })

  test.each(['/leaderboard', '/search-index.json'])(
    'answers 304 only to the approved member who has it: %s',
    async (path) => {
      const etag = (await visit(path, 'approved')).headers.get('ETag') ?? ''
      const again = await visit(path, 'approved', { 'if-none-match': etag })
      expect([again.status, await again.text()]).toEqual([304, ''])
      expect(again.headers.get('Cache-Control')).toBe('private, no-cache')
      for (const [who, status] of outsiders) {
        const answer = await visit(path, who, { 'if-none-match': etag })
        expect([answer.status, answer.headers.get('ETag')], who).toEqual([status, null])
        expect(await answer.text()).not.toContain(CANARY)
      }
    },
  )

  test('answers HEAD with the headers alone', async () => {
    const answer = await visit('/leaderboard', 'approved', {}, 'HEAD')
    expect([answer.status, await answer.text()]).toEqual([200, ''])
  })
})

const admin = { ...plainMember, isAdmin: true }
const editor = { ...plainMember, isEditor: true }

test.each([
  ['/people', admin],
  ['/edit', editor],
  ['/edit-sign-in', editor],
] as const)('%s is shown to an approved member whom it is for', async (path, member) => {
  const answer = await open(path, 'approved', { member })
  expect([answer.status, await answer.text()]).toEqual([200, files[path]])
  const policy = answer.headers.get('Content-Security-Policy')
  expect(policy?.includes('https://api.github.com')).toBe(path === '/edit')
})

test.each([
  ['/people', 'approved', editor],
  ['/edit', 'approved', admin],
  ['/edit-sign-in', 'approved', admin],
] as const)('%s is a missing page to another visitor: %s', async (path, who, member) => {
  const missing = await visit('/no-such-page', who)
  const answer = await open(path, who, { member })
  expect([answer.status, await answer.text()]).toEqual([404, await missing.text()])
  expect([...answer.headers]).toEqual([...missing.headers])
})

test.each(['/people', '/edit'])('%s leads a visitor to sign in', async (path) => {
  const answer = await visit(`${path}?id=1`, 'signed-out')
  expect([answer.status, answer.headers.get('Location')]).toEqual([
    302,
    `/auth?next=${encodeURIComponent(`${path}?id=1`)}`,
  ])
})

describe('a missing page', () => {
  test.each([
    ['signed-out', 'Oops! Page not found'],
    ['pending', 'Oops! Page not found'],
    ['approved', `${CANARY} Nothing here`],
  ] as const)('is 404 to a visitor who is %s', async (who, screen) => {
    const answer = await visit('/nothing-here', who)
    expect([answer.status, await answer.text()]).toEqual([404, screen])
  })

  test.each(['/leaderboard page', '/a|b', '/-leaderboard!', '/states/pending'])(
    'is any path without a file, such as %s',
    async (path) => {
      expect((await visit(path, 'approved')).status).toBe(404)
    },
  )
})

test.each([
  ['//leaderboard.html?a=b', 'approved', '/leaderboard?a=b'],
  ['//evil.example/', 'signed-out', '/evil.example'],
  ['/auth', 'approved', '/'],
  ['/login', 'approved', '/'],
  ['/start', 'approved', '/'],
  ['/auth?next=%2Fleaderboard', 'approved', '/leaderboard'],
] as const)('%s leads a visitor who is %s to %s', async (path, who, target) => {
  expect((await visit(path, who)).headers.get('Location')).toBe(target)
})

test.each(['signed-out', 'pending', 'denied', 'outage'] as const)(
  'the sign-in screen is shown to a visitor who is %s',
  async (who) => {
    const headers = { 'Content-Type': 'text/html; charset=utf-8' }
    const screen = () => Promise.resolve(new Response('Welcome Back', { headers }))
    const answer = await visit('/auth', who, {}, 'GET', screen)
    expect([answer.status, await answer.text()]).toEqual([200, 'Welcome Back'])
    expect(answer.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
  },
)

test.each([
  ['/favicon.svg', 'private, max-age=86400'],
  ['/start', 'private, no-cache'],
])('the public %s is cached by browsers alone', async (path, cacheControl) => {
  const file = () => Promise.resolve(new Response('Words', { headers: { 'Cache-Control': 'public' } }))
  const answer = await visit(path, 'signed-out', {}, 'GET', file)
  expect([answer.status, await answer.text()]).toEqual([200, 'Words'])
  expect(answer.headers.get('Cache-Control')).toBe(cacheControl)
})

test.each([
  ['/%zz', 'GET', {}, 400, 'Bad request.\n'],
  [PICTURE, 'GET', {}, 401, 'Members only.\n'],
  ['/leaderboard', 'PUT', { origin: SITE }, 405, 'Method not allowed.\n'],
])('%s by %s with %j is refused with %i in one line of text', async (path, method, headers, status, text) => {
  const answer = await visit(path, 'signed-out', headers, method)
  expect([answer.status, await answer.text()]).toEqual([status, text])
  expect(answer.headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
  expect(answer.headers.get('Cache-Control')).toBe('no-store')
  expect(answer.headers.get('Allow')).toBe(status === 405 ? 'GET, HEAD' : null)
})

test('an action that another site calls is refused with other_address', async () => {
  const answer = await visit('/_actions/auth.signIn', 'signed-out', {}, 'POST')
  expect([answer.status, await answer.json()]).toMatchObject([403, { message: 'other_address' }])
})

test('a removed action is refused with page_outdated', async () => {
  const answer = await visit('/_actions/no.such', 'approved', { origin: SITE }, 'POST')
  expect(await answer.json()).toMatchObject({ code: 'NOT_FOUND', message: 'page_outdated' })
})

test('a page sets the cookie of a renewed session', async () => {
  const renewedCookie = { name: 'session', value: 'token', maxAge: 1_209_600 } as const
  expect((await open('/leaderboard', 'approved', { renewedCookie })).headers.get('Set-Cookie')).toBe(
    '__Host-session=token; Max-Age=1209600; Path=/; HttpOnly; Secure; SameSite=Lax',
  )
})

test.each([
  ['/', 'approved', 200],
  ['/', 'signed-out', 302],
  ['/', 'outage', 503],
  ['/', 'denied', 403],
  ['/nothing', 'approved', 404],
  ['/%zz', 'approved', 400],
  ['/Leaderboard', 'approved', 308],
  ['/_actions/x', 'approved', 403],
] as const)('%s carries the security headers for a visitor who is %s', async (path, who, status) => {
  const answer = await visit(path, who, {}, path.startsWith('/_actions') ? 'POST' : 'GET')
  expect(answer.status).toBe(status)
  const isPage = answer.headers.get('Content-Type')?.startsWith('text/html')
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-security-policy': expect.stringMatching(
      new RegExp(`^default-src '${isPage ? 'self' : 'none'}'; .*frame-ancestors 'none'$`),
    ) as string,
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
    'strict-transport-security': expect.stringContaining('max-age=63072000') as string,
  })
  expect(answer.headers.has('Access-Control-Allow-Origin')).toBe(false)
})

test('the token of an emailed link moves into the fragment', async () => {
  const answer = await visit('/confirm-email?token=x&for=address', 'signed-out')
  expect([answer.status, answer.headers.get('Location')]).toEqual([302, '/confirm-email#token=x&for=address'])
  expect(answer.headers.get('Cache-Control')).toBe('no-store')
})
