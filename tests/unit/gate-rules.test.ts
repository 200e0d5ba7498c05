import { describe, expect, test, vi } from 'vitest'
import { onRequest } from '#src/middleware.ts'
import { InvalidEnvError, readEnv } from '#src/server/env.ts'
import { decideAccess } from '#src/server/gate/gate.ts'
import { actionLine, isSameOrigin } from '#src/server/gate/request.ts'
import { setSecurityHeaders } from '#src/server/gate/security-headers.ts'
import { readCookie } from '#src/server/tokens.ts'

const PAGE_POLICY = "default-src 'self'; script-src 'self' 'sha256-x'"
const EDIT_POLICY = "default-src 'self' https://api.github.com"
const POLICIES = { pagePolicy: PAGE_POLICY, editPolicy: EDIT_POLICY, framedPaths: ['/own/'] }

test('who may see a protected page', () => {
  expect(decideAccess(null).access).toBe('sign-in')
  expect(decideAccess({ member: { approvalStatus: 'approved' } }).access).toBe('allow')
  expect(decideAccess({ member: { approvalStatus: 'pending' } }).access).toBe('pending')
  expect(decideAccess({ member: { approvalStatus: 'denied' } }).access).toBe('denied')
})

describe('a change is accepted from a page of this site only', () => {
  const site = 'https://portal.example'
  test.each([
    [{ origin: site }, true],
    [{ origin: site, 'sec-fetch-site': 'same-origin' }, true],
    [{ 'sec-fetch-site': 'same-origin' }, true],
    [{}, false],
    [{ origin: 'null' }, false],
    [{ origin: 'http://portal.example' }, false],
    [{ origin: 'https://portal.example:8443' }, false],
    [{ origin: 'https://sub.portal.example' }, false],
    [{ origin: 'https://portal.example.evil.test' }, false],
    [{ origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }, false],
    [{ 'sec-fetch-site': 'same-site' }, false],
    [{ 'sec-fetch-site': 'none' }, false],
  ])('%j: %s', (headers, accepted) => {
    expect(isSameOrigin(new Headers(headers as Record<string, string>), site)).toBe(accepted)
  })
})

describe('the session cookie is read strictly', () => {
  test.each([
    ['__Host-session=abc', 'abc'],
    ['a=b; __Host-session=abc; c=d', 'abc'],
    ['a=%E0%A4%A; __Host-session=abc', 'abc'],
    ['__Host-session=abc; __Host-session=def', null],
    ['%5F%5FHost-session=attacker', null],
    ['__Host-session=victim; %5F%5FHost-session=attacker', 'victim'],
    ['__host-session=abc', null],
    ['x__Host-session=abc', null],
    ['__Host-session=', null],
    ['', null],
  ])('%j → %j', (cookie, token) => {
    expect(readCookie(new Headers({ cookie }), 'session')).toBe(token)
  })

  test('no cookie at all means signed out', () => {
    expect(readCookie(new Headers(), 'session')).toBeNull()
  })
})

describe('the environment', () => {
  const good = { SITE_URL: 'https://portal.example/', DATABASE_URL: 'postgres://u:secret@db.example/lanai' }

  test('gives the bare origin of the site', () => {
    expect(readEnv(good).SITE_URL).toBe('https://portal.example')
  })

  test('takes an emptied variable for an absent one', () => {
    expect(readEnv({ ...good, DATABASE_HTTP_URL: '' }).DATABASE_HTTP_URL).toBeUndefined()
  })

  test('names everything that is wrong at once, and no value', () => {
    const read = () => readEnv({ SITE_URL: 'ftp://portal.example', DATABASE_URL: 'mysql://u:secret@db' })
    expect(read).toThrow(InvalidEnvError)
    expect(read).toThrow(/SITE_URL, DATABASE_URL/)
    expect(read).not.toThrow(/secret/)
  })
})

test('screens with a token in their address send no referrer; pages with videos must send one', () => {
  const referrerPolicy = (path: string, status = 200) => {
    const answer = new Response(null, { status })
    setSecurityHeaders(answer, path, POLICIES)
    return answer.headers.get('Referrer-Policy')
  }
  expect(referrerPolicy('/reset-password')).toBe('no-referrer')
  expect(referrerPolicy('/confirm-email')).toBe('no-referrer')
  expect(referrerPolicy('/video-playlist')).toBe('strict-origin-when-cross-origin')
  // To whom it is not shown it is an address like any.
  expect([200, 304, 302, 404].map((status) => referrerPolicy('/decide', status))).toEqual([
    'no-referrer',
    'no-referrer',
    'strict-origin-when-cross-origin',
    'strict-origin-when-cross-origin',
  ])
})

describe('what an answer may do in a browser', () => {
  const policy = (type: string | null, path = '/x', status = 200) => {
    const answer = new Response(null, { status, headers: type ? { 'Content-Type': type } : {} })
    answer.headers.set('Content-Security-Policy', 'default-src *')
    setSecurityHeaders(answer, path, POLICIES)
    return answer.headers.get('Content-Security-Policy')
  }
  test.each(['text/html', 'text/html; charset=utf-8', 'image/svg+xml'])('%s: what a page needs', (type) => {
    expect(policy(type)).toBe(`${PAGE_POLICY}; frame-ancestors 'none'`)
  })
  test.each([
    null,
    'text/plain',
    'application/json',
    'text/calendar',
    'text/htmlx',
    'x/text/html',
    'image/png',
  ])('%s: nothing', (type) => {
    expect(policy(type)).toBe(
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
  })
  test('a picture of a member: nothing, whatever it says it is', () => {
    expect(policy('text/html', '/avatars/x')).toBe("default-src 'none'; frame-ancestors 'none'; sandbox")
  })
  test('the editor: what it needs, and there alone; what others are shown at its address is a screen like any', () => {
    expect(policy('text/html', '/edit')).toBe(`${EDIT_POLICY}; frame-ancestors 'none'`)
    expect(policy('text/html', '/edit', 404)).toBe(`${PAGE_POLICY}; frame-ancestors 'none'`)
    expect(policy('text/html', '/edit', 403)).toBe(`${PAGE_POLICY}; frame-ancestors 'none'`)
    for (const path of ['/edit/', '/edit/x', '/Edit', '/editor', '//edit'])
      expect(policy('text/html', path), path).toBe(`${PAGE_POLICY}; frame-ancestors 'none'`)
  })
  test('what the browser has already: as before', () => {
    expect(policy('text/html', '/x', 304)).toBeNull()
  })
})

describe('only documents that a pack brings along may stand in a frame, and only in one of this site', () => {
  const framing = (path: string) => {
    const answer = new Response()
    setSecurityHeaders(answer, path, POLICIES)
    const policy = answer.headers.get('Content-Security-Policy')
    return [answer.headers.get('X-Frame-Options'), policy?.split('; ').at(-1)]
  }
  test.each(['/', '/leaderboard', '/own', '/ownx', '/auth', '/_actions/own/x', '/OWN/x', '//own/x'])(
    '%s: by nobody',
    (path) => expect(framing(path)).toEqual(['DENY', "frame-ancestors 'none'"]),
  )
  test.each(['/own/document', '/own/calendar.ics'])('%s: by this site', (path) =>
    expect(framing(path)).toEqual(['SAMEORIGIN', "frame-ancestors 'self'"]),
  )
})

test.each([
  ['/_actions/[...path]', 200],
  ['/avatars/[...path]', 200],
  ['/500', 200],
  ['/leaderboard', 404],
  ['/[...path]', 404],
  ['_actions', 404],
  ['', 404],
])(
  'the function answers at the route %j with %i, whatever else is built into it',
  async (routePattern, status) => {
    const request = new Request('https://portal.example/leaderboard')
    const next = vi.fn(() => Promise.resolve(new Response()))
    const context = { request, routePattern, isPrerendered: false, locals: {} as App.Locals }
    expect((await onRequest(context, next)).status).toBe(status)
    expect(next).toHaveBeenCalledTimes(status === 200 ? 1 : 0)
  },
)

describe('each call of an action is one line of the log', () => {
  test.each([
    ['/_actions/auth.signIn', 'auth.signIn'],
    ['/_actions/auth.resetPassword?token=secret', 'auth.resetPassword'],
    // What somebody typed in place of a name is not repeated.
    ['/_actions/leilani@example.org', 'unknown'],
    ['/_actions/auth.signIn%0a', 'unknown'],
    ['/_actions/', 'unknown'],
    ['/_actions/a.b.c', 'unknown'],
    ['/_actions/toString', 'unknown'],
  ])('%s: %s, and how it ended', (path, action) => {
    const request = new Request(`https://portal.example${path}`, { method: 'POST' })
    expect(actionLine(request, new Response(null, { status: 401 }), 7.6)).toEqual({
      code: 'action',
      facts: { action, status: 401, ms: 8 },
      request,
    })
  })

  test('and nothing else is', () => {
    expect(actionLine(new Request('https://portal.example/500'), new Response(), 1)).toBeNull()
  })
})
