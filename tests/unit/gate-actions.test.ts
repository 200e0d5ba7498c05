import { describe, expect, test, vi } from 'vitest'
import { passGate } from '#src/server/gate/gate.ts'
import { gateFor, request, SITE, visit } from '../fakes/gate.ts'

describe('requests that may change something', () => {
  const ok = () => Promise.resolve(new Response('{}'))

  const json = { origin: SITE, 'content-type': 'application/json' }

  test.each([
    {},
    { 'content-type': 'Application/JSON ; charset=utf-8' },
    // As long as one may be.
    { 'content-length': '65536' },
  ])('reach an action from a page of this site: %j', async (headers) => {
    const answer = await visit('/_actions/auth.signIn', 'signed-out', { ...json, ...headers }, 'POST', ok)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
  })

  test.each([
    ['signed-out', 401, 'User not authenticated'],
    ['pending', 403, 'Your account is pending approval. Please wait for approval before signing in.'],
    ['denied', 403, 'Your account access has been denied.'],
  ] as const)('reach a member’s action from nobody who is %s', async (who, status, message) => {
    const next = vi.fn(ok)
    const answer = await visit('/_actions/account.updateProfile', who, json, 'POST', next)
    expect([answer.status, next.mock.calls.length]).toEqual([status, 0])
    expect(await answer.json()).toMatchObject({ type: 'AstroActionError', message })
  })

  test('reach a member’s action during an outage: it has words of its own for that', async () => {
    const next = vi.fn(ok)
    await visit('/_actions/account.updateProfile', 'outage', json, 'POST', next)
    expect(next).toHaveBeenCalledOnce()
  })

  test.each([
    ['/_actions/auth.signIn', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['/_actions/auth.signIn', { 'content-type': 'application/json', 'content-length': '65537' }, 413],
    ['/_actions/account.uploadAvatar', { 'content-type': 'multipart/form-data; boundary=x' }, 415],
    ['/_actions/account.readProfile', { 'content-length': '65537' }, 413],
    ['/_actions/no.such', {}, 404],
    ['/_actions//auth.signIn', {}, 404],
    ['/elsewher/auth.signIn', { 'content-type': 'application/json' }, 404],
    ['/_actions/auth.signIn', {}, 415],
    ['/_actions/a.b%', {}, 404],
    ['/_actions/x.%c0%af', {}, 404],
  ])('to %s with %j go no further: %i', async (path, headers, status) => {
    const next = vi.fn(ok)
    const answer = await visit(path, 'approved', { origin: SITE, ...headers }, 'POST', next)
    expect([answer.status, next.mock.calls.length]).toEqual([status, 0])
  })

  test.each([{}, { origin: 'null' }, { origin: 'https://evil.test' }])(
    'are refused from %j',
    async (headers) => {
      const next = vi.fn(ok)
      const answer = await visit('/_actions/auth.signIn', 'approved', headers, 'POST', next)
      expect(answer.status).toBe(403)
      expect(next).not.toHaveBeenCalled()
    },
  )

  test.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS'])('by %s are not answered', async (method) => {
    expect((await visit('/leaderboard', 'approved', { origin: SITE }, method, ok)).status).toBe(405)
  })

  test('a form sent before its script arrived shows the screen again', async () => {
    const answer = await visit('/auth', 'signed-out', { origin: SITE }, 'POST', ok)
    expect((await visit('/auth', 'signed-out', { origin: SITE }, 'PUT', ok)).status).toBe(405)
    expect(answer.status).toBe(303)
    expect(answer.headers.get('Location')).toBe('/auth')
  })

  test('signing out empties the browser’s caches, once it worked', async () => {
    const signOut = (status: number) =>
      visit('/_actions/auth.signOut', 'approved', { origin: SITE }, 'POST', () =>
        Promise.resolve(new Response('{}', { status })),
      )
    expect((await signOut(200)).headers.get('Clear-Site-Data')).toBe(
      '"cache", "prefetchCache", "prerenderCache"',
    )
    expect((await signOut(500)).headers.get('Clear-Site-Data')).toBeNull()
  })
})

test('whatever begins a session drops what was fetched ahead for whoever was here before', async () => {
  const headers = { origin: SITE, 'content-type': 'application/json' }
  const begins = (cookie: string) =>
    visit('/_actions/auth.signIn', 'signed-out', headers, 'POST', () =>
      Promise.resolve(new Response('{}', { headers: { 'Set-Cookie': cookie } })),
    )
  const begun = await begins('__Host-session=new; Path=/; Secure')
  expect(begun.headers.get('Clear-Site-Data')).toBe('"prefetchCache", "prerenderCache"')
  expect((await begins('__Host-device=new; Path=/; Secure')).headers.get('Clear-Site-Data')).toBeNull()
})

test('an extended session does not replace the one that an action has just begun', async () => {
  const name = '__Host-session'
  const attributes = { httpOnly: true, secure: true, sameSite: 'lax', path: '/', maxAge: 1209600 } as const
  const gate = gateFor('approved', { renewedCookie: { name, value: 'old', attributes } })
  const headers = { origin: SITE, 'content-type': 'application/json' }
  const changePassword = (answered: Record<string, string>) =>
    passGate(gate, request('/_actions/account.changePassword', 'approved', headers, 'POST'), () =>
      Promise.resolve(new Response('{}', { headers: answered })),
    )
  const begun = await changePassword({ 'Set-Cookie': `${name}=new; Path=/` })
  expect(begun.headers.getSetCookie()).toEqual([`${name}=new; Path=/`])
  const refused = await changePassword({})
  expect(refused.headers.getSetCookie()).toEqual([expect.stringContaining(`${name}=old`)])
  const device = '__Host-device=known; Path=/'
  expect((await changePassword({ 'Set-Cookie': device })).headers.getSetCookie()).toEqual([
    device,
    expect.stringContaining(`${name}=old`),
  ])
})
