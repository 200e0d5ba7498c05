import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Stack } from '../../netlify/local/stack.ts'
import { startDatabaseProxy, type DatabaseProxy } from '../support/database-proxy.ts'
import { rawRequest, type RawAnswer } from '../support/raw-http.ts'
import { signedInMember } from '../support/signed-in-member.ts'
import { startTestStack } from '../support/test-stack.ts'

let stack: Stack
let way: DatabaseProxy
let cookie: string

beforeAll(async () => {
  stack = await startTestStack()
  way = await startDatabaseProxy(stack.env.DATABASE_HTTP_URL ?? '')
  // The application reads its environment at the first request, which is the next one.
  process.env.DATABASE_HTTP_URL = way.url
  cookie = await signedInMember(stack, { email: 'member@example.com', status: 'approved' })
})
afterAll(async () => {
  way.close()
  await stack.close()
})
beforeEach(() => {
  way.mend()
})

test('a member’s page costs one SQL statement; a visit without a cookie costs none, but for what /auth has to say', async () => {
  expect((await visit()).status).toBe(200)
  expect(ofTheGate()).toHaveLength(1)
  expect(ofTheGate()[0]).toMatch(/^\s*WITH seen AS .*\bFROM sessions/s)

  await rawRequest(stack.siteUrl, '/leaderboard')
  await rawRequest(stack.siteUrl, '/no-such-page')
  expect(ofTheGate()).toHaveLength(1)
  for (let n = 0; n < 3; n++) await rawRequest(stack.siteUrl, '/auth')
  expect(ofTheGate().slice(1)).toEqual([expect.stringContaining('FROM portal_status')])
})

test('a session that was ended is refused at the next request, however often it was found before', async () => {
  const ended = await signedInMember(stack, { email: 'ended@example.com', status: 'approved' })
  const visitAgain = () => rawRequest(stack.siteUrl, '/leaderboard', { headers: { cookie: ended } })
  for (let n = 0; n < 3; n++) expect((await visitAgain()).status).toBe(200)
  await rawRequest(stack.siteUrl, '/_actions/auth.signOut', {
    method: 'POST',
    headers: { cookie: ended, origin: stack.siteUrl },
  })
  expect((await visitAgain()).status).toBe(302)
  expect((await visit()).status).toBe(200)
})

test('a made-up session costs one SQL statement, however often it comes', async () => {
  const headers = { cookie: `__Host-session=${'q'.repeat(40)}` }
  for (let n = 0; n < 3; n++) {
    expect((await rawRequest(stack.siteUrl, '/leaderboard', { headers })).status).toBe(302)
  }
  expect(ofTheGate()).toHaveLength(1)
})

test('unknown sessions of a network refuse no session that the portal has', async () => {
  const statuses = []
  for (let n = 0; n < 30; n++) {
    const token = n
      .toString(32)
      .padStart(40, 'q')
      .replace(/[0189]/g, 'z')
    const unknown = { cookie: `__Host-session=${token}` }
    statuses.push((await rawRequest(stack.siteUrl, '/leaderboard', { headers: unknown })).status)
  }
  expect(new Set(statuses)).toEqual(new Set([302]))
  const fresh = await signedInMember(stack, { email: 'fresh@example.com', status: 'approved' })
  expect((await rawRequest(stack.siteUrl, '/leaderboard', { headers: { cookie: fresh } })).status).toBe(200)
})

test('a calendar’s own address costs one SQL statement, and an outage is told without it', async () => {
  const token = 'c'.repeat(64)
  expect((await rawRequest(stack.siteUrl, `/feeds/${token}.ics`)).status).toBe(404)
  expect(ofTheGate()).toHaveLength(1)
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  way.break('refuses')
  expect((await rawRequest(stack.siteUrl, `/feeds/${'d'.repeat(64)}.ics`)).status).toBe(503)
  const lines = JSON.stringify(told.mock.calls)
  told.mockRestore()
  expect(lines).toContain('/feeds/')
  expect(lines).not.toContain('dddd')
})

describe('when the database cannot be asked, a member’s page is a 503, and nobody loses the session', () => {
  test.each(['refuses', 'hangs', 'talks nonsense'] as const)('it %s', async (how) => {
    way.break(how)
    const answer = await visit()
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toEqual(['30'])
    expect(answer.headers.has('set-cookie')).toBe(false)
    expect(answer.body).not.toContain('id="viewer"')

    way.mend()
    expect((await visit()).status).toBe(200)
  })
})

test('a status nobody knows is an outage, never an approval', async () => {
  way.break('approves anybody')
  expect((await visit()).status).toBe(503)
})

test('a slow database is waited for', async () => {
  way.break('is slow')
  expect((await visit()).status).toBe(200)
})

test('a signed-out visitor is sent to sign in, database or not, and public screens stay', async () => {
  way.break('refuses')
  expect((await rawRequest(stack.siteUrl, '/leaderboard')).status).toBe(302)
  expect((await rawRequest(stack.siteUrl, '/auth')).status).toBe(200)
  expect((await rawRequest(stack.siteUrl, '/auth', { headers: { cookie } })).status).toBe(200)
})

function visit(): Promise<RawAnswer> {
  return rawRequest(stack.siteUrl, '/leaderboard', { headers: { cookie } })
}

/** What leaves by schedule, whoever visits, speaks as the application: the gate has a login of its own. */
function ofTheGate(): string[] {
  return way.asked.filter(({ login }) => login === 'portal_edge').map(({ statement }) => statement)
}
