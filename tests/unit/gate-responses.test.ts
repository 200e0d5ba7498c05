import { describe, expect, test, vi } from 'vitest'
import * as responses from '#src/server/gate/responses.ts'
import { handleRequest } from '#src/server/gate/gate.ts'
import { CANARY, gateFor, noNext, request, visit } from '../fakes/gate.ts'
import { brokenPages } from '../fakes/pages.ts'

const PICTURE = '/avatars/0b2f8f0e-6f0c-4d0c-9d0e-0123456789ab/avatar.1.webp'
const ID = '01JD5Q8Z3N0V6W7X8Y9ZABCDEF'

describe('a member’s picture', () => {
  const KEPT = 'private, max-age=31536000, immutable'
  const picture = () => Promise.resolve(new Response(CANARY, { headers: { 'Cache-Control': KEPT } }))

  test('is sent to an approved member with a policy for pictures', async () => {
    const answer = await visit(PICTURE, 'approved', {}, 'GET', picture)
    expect([answer.status, await answer.text()]).toEqual([200, CANARY])
    expect(answer.headers.get('Cache-Control')).toBe(KEPT)
    expect(answer.headers.get('Content-Security-Policy')).toBe(
      "default-src 'none'; frame-ancestors 'none'; sandbox",
    )
  })

  test("isn't cached on a refusal", async () => {
    const refusal = () => Promise.resolve(new Response(null, { status: 403 }))
    const refused = await visit(PICTURE, 'approved', {}, 'GET', refusal)
    expect(refused.headers.get('Cache-Control')).toBe('no-store')
  })

  test("isn't cached for ever together with a cookie", async () => {
    const gate = gateFor('approved', { renewedCookie: { name: 'session', value: 'token', maxAge: 60 } })
    const renewed = await handleRequest(gate, request(PICTURE, 'approved'), picture)
    expect(renewed.headers.get('Set-Cookie')).toContain('__Host-session=token')
    expect(renewed.headers.get('Cache-Control')).toBe('private, no-cache')
  })

  test.each([
    ['signed-out', 401],
    ['pending', 403],
    ['denied', 403],
    ['outage', 503],
  ] as const)('is never asked for by a visitor who is %s', async (who, status) => {
    const answer = await visit(PICTURE, who)
    expect(answer.status).toBe(status)
    expect(await answer.text()).not.toContain(CANARY)
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
  })

  test.each([
    [404, 404],
    [500, 503],
  ])('that the function answers with %i is a %i', async (status, shown) => {
    const host = () => Promise.resolve(new Response('Oh no', { status }))
    const answer = await visit(PICTURE, 'approved', {}, 'GET', host)
    expect([answer.status, (await answer.text()).includes('The portal is away')]).toEqual([
      shown,
      shown === 503,
    ])
  })
})

describe('the gate answers 503', () => {
  test('in plain text without a file server', async () => {
    const gate = { ...gateFor('approved'), pages: brokenPages }
    const answer = await handleRequest(gate, request('/', 'approved', { 'x-nf-request-id': ID }), noNext)
    expect(answer.status).toBe(503)
    expect(await answer.text()).toMatch(`(Tell us: ${ID})`)
  })

  test('without a screen for the member’s status', async () => {
    const gate = gateFor('pending')
    const openProtected = async (path: string) =>
      path === '/states/pending' ? null : gate.pages.openProtected(path)
    const pages = { ...gate.pages, openProtected }
    expect((await handleRequest({ ...gate, pages }, request('/', 'pending'), noNext)).status).toBe(503)
  })

  test('with one log line without the query', async () => {
    using log = vi.spyOn(console, 'error').mockReturnValue()
    await handleRequest(gateFor('outage'), request('/leaderboard?token=secret', 'approved'), noNext)
    expect(log.mock.calls).toEqual([['{"code":"gate_unavailable","path":"/leaderboard","error":"Error"}']])
  })
})

test.each([
  [7, '7'],
  [undefined, null],
])('a refusal with a wait of %s s has the Retry-After %s', (seconds, header) => {
  expect(responses.withRetryAfter(new Response(), seconds).headers.get('Retry-After')).toBe(header)
})
