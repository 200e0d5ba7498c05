import { describe, expect, test } from 'vitest'
import { InvalidEnvError, readEnv } from '#src/server/env.ts'
import { isSameOrigin } from '#src/server/gate/request.ts'
import { setSecurityHeaders } from '#src/server/gate/security-headers.ts'
import { readCookie } from '#src/server/cookies.ts'
import { visit } from '../fakes/gate.ts'

const SITE = 'https://portal.example'
const PAGE_POLICY = "default-src 'self'; script-src 'self' 'sha256-x'"
const EDIT_POLICY = "default-src 'self' https://api.github.com"
const POLICIES = {
  pagePolicy: PAGE_POLICY,
  editPolicy: EDIT_POLICY,
  isOnThisMachine: false,
}

test.each([
  [{ origin: SITE }, true],
  [{ 'sec-fetch-site': 'same-origin' }, true],
  [{}, false],
  [{ origin: 'null' }, false],
  [{ origin: 'http://portal.example' }, false],
  [{ origin: 'https://portal.example.evil.test' }, false],
  [{ origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }, false],
  [{ 'sec-fetch-site': 'same-site' }, false],
  [{ origin: 'https://blog.portal.example', 'sec-fetch-site': 'same-origin' }, false],
  [{ origin: 'null', 'sec-fetch-site': 'same-origin' }, false],
  [{ origin: '', 'sec-fetch-site': 'same-origin' }, false],
  [{ origin: SITE, 'sec-fetch-site': 'same-site' }, true],
])('a request with %j is from this site: %s', (headers, accepted) => {
  expect(isSameOrigin(new Headers(headers as Record<string, string>), SITE)).toBe(accepted)
})

test.each([
  ['a=%E0%A4%A; __Host-session=abc; c=d', 'abc'],
  ['__Host-session=abc; __Host-session=def', null],
  ['%5F%5FHost-session=attacker', null],
  ['__Host-session=victim; %5F%5FHost-session=attacker', 'victim'],
  ['__host-session=abc', null],
  ['x__Host-session=abc', null],
  ['__Host-session=', null],
  ['=; ;;; __Host-session="abc"', '"abc"'],
  // A sibling host or plain http can set it.
  ['session=abc', null],
  ['', null],
])('the cookie %j holds the session %j', (cookie, token) => {
  expect(readCookie(new Headers({ cookie }), 'session', SITE)).toBe(token)
  const plain = cookie.replaceAll('__Host-', '').replaceAll('%5F%5FHost-s', '%73')
  if (cookie !== 'session=abc')
    expect(readCookie(new Headers({ cookie: plain }), 'session', 'http://localhost:4321')).toBe(token)
})

test('SITE_URL is https, or http on this machine', () => {
  const DATABASE_URL = 'postgres://db.example/lanai'
  const read = (SITE_URL: string) =>
    readEnv({ SITE_URL, DATABASE_URL, EDGE_DATABASE_URL: DATABASE_URL }).SITE_URL
  for (const url of [
    'http://localhost:4321',
    'http://127.0.0.1',
    'http://[::1]:80',
    'HTTPS://Portal.example',
  ])
    expect(read(url)).toBe(new URL(url).origin)
  for (const host of ['portal.example', '192.168.1.20', 'localhost.example', 'localhost@portal.example'])
    expect(() => read(`http://${host}`)).toThrow('SITE_URL')
})

test('readEnv names each wrong setting without its value', () => {
  const read = () => readEnv({ SITE_URL: 'ftp://portal.example', DATABASE_URL: 'mysql://u:secret@db' })
  expect(read).toThrow(InvalidEnvError)
  expect(read).toThrow(/SITE_URL, DATABASE_URL, EDGE_DATABASE_URL/)
  expect(read).not.toThrow(/secret/)
})

describe('the headers of a response', () => {
  const headersOf = (path: string, type: string | null = null, status = 200) => {
    const answer = new Response(null, { status, headers: type ? { 'Content-Type': type } : {} })
    answer.headers.set('Content-Security-Policy', 'default-src *')
    setSecurityHeaders(answer, path, POLICIES)
    return answer.headers
  }
  const policyOf = (...of: Parameters<typeof headersOf>) => headersOf(...of).get('Content-Security-Policy')
  const NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'"

  test.each([
    ['/reset-password', 200, 'no-referrer'],
    ['/confirm-email', 200, 'no-referrer'],
    ['/feeds/0a.ics', 200, 'no-referrer'],
    // YouTube plays no video without one.
    ['/video-playlist', 200, 'strict-origin-when-cross-origin'],
  ])('%s with %i sends the referrer by %s', (path, status, policy) => {
    expect(headersOf(path, null, status).get('Referrer-Policy')).toBe(policy)
  })

  test('allow the camera for frames that ask for it', async () => {
    const policyOf = async (...of: Parameters<typeof visit>) => {
      const answer = await visit(...of)
      expect(await answer.text()).not.toContain('permissions')
      return answer.headers.get('Permissions-Policy')
    }
    const closed = 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()'
    const opened = closed
      .replace('camera=()', 'camera=(self "https://a.example" "https://b.example")')
      .replace('microphone=()', 'microphone=(self "https://a.example")')
    expect(await policyOf('/office', 'approved')).toBe(opened)
    expect(await policyOf('/office', 'pending')).toBe(closed)
    expect(await policyOf('/leaderboard', 'approved')).toBe(closed)
    const { headers } = await visit('/office', 'approved')
    // A browser would replace what it keeps.
    expect(await policyOf('/office', 'approved', { 'if-none-match': headers.get('ETag') ?? '' })).toBeNull()
  })

  test.each([
    ['/x', 'text/html', PAGE_POLICY],
    ['/x', 'image/svg+xml', `${NOTHING}; style-src 'unsafe-inline'`],
    ['/edit/', 'text/html', PAGE_POLICY],
    ['/editor', 'text/html', PAGE_POLICY],
    ['//edit', 'text/html', PAGE_POLICY],
  ])('%s as %s allow what its page needs', (path, type, policy) => {
    expect(policyOf(path, type)).toBe(`${policy}; frame-ancestors 'none'`)
  })

  test.each([null, 'text/plain', 'application/json', 'text/htmlx', 'x/text/html', 'image/png'])(
    'as %s allow nothing',
    (type) => expect(policyOf('/x', type)).toBe(`${NOTHING}; frame-ancestors 'none'`),
  )

  test('pin HTTPS for this host only', () => {
    expect(headersOf('/x').get('Strict-Transport-Security')).toBe('max-age=63072000')
  })

  test('don’t pin HTTPS on this machine', () => {
    const answer = new Response()
    setSecurityHeaders(answer, '/x', { ...POLICIES, isOnThisMachine: true })
    expect(answer.headers.has('Strict-Transport-Security')).toBe(false)
  })

  test.each([
    ['the editor', '/edit', 200, `${EDIT_POLICY}; frame-ancestors 'self'`],
    ['a picture', '/avatars/x', 200, "default-src 'none'; frame-ancestors 'none'; sandbox"],
    ['a refused editor', '/edit', 404, `${PAGE_POLICY}; frame-ancestors 'none'`],
    ['a page that a browser has', '/x', 304, null],
  ])('allow %s what it needs', (_, path, status, policy) => {
    expect(policyOf(path, 'text/html', status)).toBe(policy)
  })

  test.each([
    ...['/', '/leaderboard', '/samples', '/samplesx', '/_actions/samples/x', '/SAMPLES/x', '//samples/x'].map(
      (path) => [path, 'DENY', "'none'"],
    ),
    ['/samples/document', 'SAMEORIGIN', "'self'"],
    ['/edit', 'SAMEORIGIN', "'self'"],
  ])('%s let it stand in a frame by %s', (path = '', options, ancestors) => {
    expect(headersOf(path).get('X-Frame-Options')).toBe(options)
    expect(policyOf(path)).toMatch(new RegExp(`frame-ancestors ${ancestors}$`))
  })
})
