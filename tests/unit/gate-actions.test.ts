import { expect, test, vi } from 'vitest'
import { handleRequest } from '#src/server/gate/gate.ts'
import { UPLOAD_ACTION } from '#src/shared/paths.ts'
import { PEOPLE_BODY_MAX_BYTES } from '#src/shared/people/people.ts'
import { gateFor, request, SITE, visit } from '../fakes/gate.ts'
import { everyAction, publicActions } from '../support/every-action.ts'

const json = { origin: SITE, 'content-type': 'application/json' }
const ok = () => Promise.resolve(new Response('{}'))
const answered =
  (headers: Record<string, string>, status = 200) =>
  () =>
    Promise.resolve(new Response('{}', { status, headers }))

test.each(everyAction.filter((action) => !publicActions.includes(action)))(
  'an action without its session check: the gate asks for the session before %s',
  async (action) => {
    const path = `/_actions/${action}`
    const headers = path === UPLOAD_ACTION ? { ...json, 'content-type': 'application/octet-stream' } : json
    for (const [who, status, message] of [
      ['signed-out', 401, 'not_signed_in'],
      ['pending', 403, 'account_pending'],
      ['denied', 403, 'account_denied'],
    ] as const) {
      const next = vi.fn(ok)
      const answer = await visit(path, who, headers, 'POST', next)
      expect([answer.status, next.mock.calls.length]).toEqual([status, 0])
      expect(await answer.json()).toMatchObject({ type: 'AstroActionError', message })
    }
    const next = vi.fn(ok)
    await visit(path, 'outage', headers, 'POST', next)
    expect(next, 'the action has words for an outage').toHaveBeenCalledOnce()
  },
)

test.each([
  {},
  { 'content-type': 'Application/JSON ; charset=utf-8' },
  // As long as one may be.
  { 'content-length': '65536' },
])('a page of this site reaches an action with %j', async (headers) => {
  const answer = await visit('/_actions/auth.signIn', 'signed-out', { ...json, ...headers }, 'POST', ok)
  expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([200, 'no-store'])
})

test('a list of 500 people reaches the action that invites', async () => {
  const headers = { ...json, 'content-length': String(PEOPLE_BODY_MAX_BYTES) }
  expect((await visit('/_actions/people.invite', 'approved', headers, 'POST', ok)).status).toBe(200)
})

test.each([
  ['/_actions/auth.signIn', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
  ['/_actions/auth.signIn', {}, 415],
  ['/_actions/auth.signIn', { 'content-type': 'application/json', 'content-length': '65537' }, 413],
  ['/_actions/account.uploadAvatar', { 'content-type': 'multipart/form-data; boundary=x' }, 415],
  ['/_actions/account.readProfile', { 'content-length': '65537' }, 413],
  ['/_actions/people.invite', { ...json, 'content-length': String(PEOPLE_BODY_MAX_BYTES + 1) }, 413],
  ['/_actions/no.such', {}, 404],
  ['/elsewher/auth.signIn', { 'content-type': 'application/json' }, 404],
  ['/_actions/auth.signIn', { origin: '' }, 403],
])('the gate refuses a call of %s with %j: %i', async (path, headers, status) => {
  const next = vi.fn(ok)
  const answer = await visit(path, 'approved', { origin: SITE, ...headers }, 'POST', next)
  expect([answer.status, next.mock.calls.length]).toEqual([status, 0])
})

test.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS'])('the gate refuses the method %s', async (method) => {
  for (const path of ['/leaderboard', '/auth'])
    expect((await visit(path, 'approved', { origin: SITE }, method, ok)).status).toBe(405)
})

test.each([
  ['/auth', SITE],
  // A page without a referrer has no other.
  ['/reset-password', 'null'],
])(
  'a form of %s sent before its script arrived, by the origin %s, shows the screen again',
  async (path, origin) => {
    const answer = await visit(path, 'signed-out', { origin }, 'POST', ok)
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, path])
  },
)

const FORM = `/submissions/${'a'.repeat(64)}/weekly-update`
test.each([
  ...[
    FORM,
    `${FORM}/`,
    `/submissions/${'a'.repeat(64)}/Weekly-Update`,
    `${FORM}?source=tally`,
    `${FORM}.yaml`,
  ],
  `/submissions/${'a'.repeat(64)}/%3Cdeadline%3E`,
])('the gate forwards what a form tool sends to %s', async (path) => {
  const next = vi.fn(ok)
  const ask = (method: string) => visit(path, 'signed-out', { origin: 'https://tally.so' }, method, next)
  expect([(await ask('POST')).status, next.mock.calls.length]).toEqual([200, 1])
  const opened = await ask('GET')
  expect([opened.status, await opened.text()]).toEqual([200, 'This address waits for your form tool.\n'])
  expect((await ask('HEAD')).status).toBe(200)
  for (const method of ['PUT', 'DELETE']) {
    const { status, headers } = await ask(method)
    expect([status, headers.get('Allow')]).toEqual([405, 'GET, HEAD, POST'])
  }
  expect(next).toHaveBeenCalledOnce()
})

test.each([
  ...[
    '/submissions/x',
    '/submissions/',
    '/submissions/x/weekly-update',
    `${FORM}/more`,
    `${FORM}//`,
    '/submissions//x',
  ],
  ...[
    FORM.slice(0, -14),
    FORM.toUpperCase(),
    FORM.replace('a', ''),
    FORM.replace('a', 'aa'),
    FORM.replace('a', 'g'),
  ],
  ...[
    `${FORM}?_action=auth.signOut`,
    `${FORM}?x=1&%5faction=`,
    `${FORM}/?a=1&_%61ction=x&_action=y`,
    `/${FORM}`,
  ],
])('the gate forwards no POST to %s', async (path) => {
  const next = vi.fn(ok)
  for (const origin of [SITE, 'https://tally.so'])
    expect([403, 404]).toContain((await visit(path, 'approved', { ...json, origin }, 'POST', next)).status)
  expect(next).not.toHaveBeenCalled()
})

test.each([
  ['auth.signOut', {}, 200, '"cache", "prefetchCache", "prerenderCache"'],
  ['auth.signOut', {}, 500, null],
  [
    'auth.signIn',
    { 'Set-Cookie': '__Host-session=new; Path=/; Secure' },
    200,
    '"prefetchCache", "prerenderCache"',
  ],
  ['auth.signIn', { 'Set-Cookie': '__Host-device=new; Path=/; Secure' }, 200, null],
])('%s with the response %j (%i) clears %s of the browser', async (action, headers, status, emptied) => {
  const answer = await visit(`/_actions/${action}`, 'signed-out', json, 'POST', answered(headers, status))
  expect(answer.headers.get('Clear-Site-Data')).toBe(emptied)
})

test('a renewed session doesn’t replace the one that an action has just started', async () => {
  const gate = gateFor('approved', { renewedCookie: { name: 'session', value: 'old', maxAge: 60 } })
  const changePassword = async (headers: Record<string, string>) => {
    const asked = request('/_actions/account.changePassword', 'approved', json, 'POST')
    return (await handleRequest(gate, asked, answered(headers))).headers.getSetCookie()
  }
  const [begun, device] = ['__Host-session=new; Path=/', '__Host-device=known; Path=/']
  const old = expect.stringContaining('__Host-session=old') as string
  expect(await changePassword({ 'Set-Cookie': begun })).toEqual([begun])
  expect(await changePassword({})).toEqual([old])
  expect(await changePassword({ 'Set-Cookie': device })).toEqual([device, old])
})
