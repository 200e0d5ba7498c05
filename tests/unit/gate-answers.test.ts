import { describe, expect, test, vi } from 'vitest'
import * as answers from '#src/server/gate/answers.ts'
import { passGate } from '#src/server/gate/gate.ts'
import { errorText } from '#src/shared/errors.ts'
import { hostCookie } from '#src/server/tokens.ts'
import { gateFor, noNext, request, SITE, visit } from '../fakes/gate.ts'

const PICTURE = '/avatars/0b2f8f0e-6f0c-4d0c-9d0e-0123456789ab/avatar.webp'

describe('a refusal is one line of text, kept by nobody', () => {
  test.each([
    ['/%zz', 'GET', {}, 400, 'Bad request.\n'],
    [PICTURE, 'GET', {}, 401, 'Members only.\n'],
    ['/_actions/auth.signIn', 'POST', {}, 403, 'Requests from other sites are not accepted.\n'],
    ['/leaderboard', 'PUT', { origin: SITE }, 405, 'Method not allowed.\n'],
  ])('%s by %s with %j: %i', async (path, method, headers, status, text) => {
    const answer = await visit(path, 'signed-out', headers, method)
    expect([answer.status, await answer.text()]).toEqual([status, text])
    expect(answer.headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    expect(answer.headers.get('Allow')).toBe(status === 405 ? 'GET, HEAD' : null)
  })
})

test('an action that is no more is refused in words for who has an old page open', async () => {
  const answer = await visit('/_actions/no.such', 'approved', { origin: SITE }, 'POST')
  expect(await answer.json()).toMatchObject({ code: 'NOT_FOUND', message: errorText.page_outdated })
  expect(answer.headers.get('Cache-Control')).toBe('no-store')
})

test('who was refused is told how long to wait, where there is a time to wait', () => {
  const waiting = (seconds?: number) =>
    answers.withRetryAfter(new Response(), seconds).headers.get('Retry-After')
  expect([waiting(7), waiting()]).toEqual(['7', null])
})

describe('what everybody may have', () => {
  const file = () => Promise.resolve(new Response('Words', { headers: { 'Cache-Control': 'public' } }))

  test.each([
    ['/favicon.svg', 'private, max-age=86400'],
    ['/start', 'private, no-cache'],
  ])('%s is asked of the host, and kept by browsers alone: %s', async (path, cacheControl) => {
    const answer = await visit(path, 'signed-out', {}, 'GET', file)
    expect([answer.status, await answer.text()]).toEqual([200, 'Words'])
    expect(answer.headers.get('Cache-Control')).toBe(cacheControl)
  })
})

describe('a member’s picture', () => {
  const kept = { headers: { 'Cache-Control': 'private, max-age=31536000, immutable' } }

  test('is kept by no cache together with a cookie that comes with it', async () => {
    const gate = gateFor('approved', { renewedCookie: hostCookie('session', 'token', 60) })
    const ask = () => Promise.resolve(new Response('Picture', kept))
    const answer = await passGate(gate, request(PICTURE, 'approved'), ask)
    expect(answer.headers.get('Set-Cookie')).toContain('__Host-session=token')
    expect(answer.headers.get('Cache-Control')).toBe('private, no-cache')
  })

  test.each([
    [404, 404],
    [499, 499],
    [500, 503],
    [503, 503],
  ])('that cannot be had is a screen, one that is gone is not: %i → %i', async (status, shown) => {
    const host = () => Promise.resolve(new Response('Oh no', { status }))
    const answer = await visit(PICTURE, 'approved', {}, 'GET', host)
    expect(answer.status).toBe(shown)
    expect((await answer.text()).includes('The portal is away')).toBe(shown === 503)
  })
})

test('a build without a screen for a state is an outage, and says which', async () => {
  const gate = gateFor('pending')
  const openProtected = async (path: string) =>
    path === '/states/pending' ? null : gate.pages.openProtected(path)
  const pages = { ...gate.pages, openProtected }
  const answer = await passGate({ ...gate, pages }, request('/', 'pending'), noNext)
  expect(answer.status).toBe(503)
  const cause = new Error('The build has no screen for the state "pending".')
  expect(vi.mocked(gate.logOutage).mock.calls).toMatchObject([[{ cause }]])
})
