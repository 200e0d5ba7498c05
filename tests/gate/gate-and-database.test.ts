import { createServer, request as forward, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Stack } from '../../netlify/local/stack.ts'
import { rawRequest, type RawAnswer } from '../support/raw-http.ts'
import { signedInMember } from '../support/signed-in-member.ts'
import { startTestStack } from '../support/test-stack.ts'

/** The way to the database, which can break in several ways while the portal runs. */
let trouble: 'none' | 'refuses' | 'hangs' | 'talks nonsense' | 'is slow' | 'approves anybody'
/** What went over it. */
let statements: string[] = []
let stack: Stack
let way: Server
let cookie: string

beforeAll(async () => {
  stack = await startTestStack()
  trouble = 'none'
  way = await openWay(stack.env.DATABASE_HTTP_URL ?? '')
  // The application reads its environment at the first request, which is the next one.
  process.env.DATABASE_HTTP_URL = `http://127.0.0.1:${(way.address() as AddressInfo).port}/sql`
  cookie = await signedInMember(stack, { email: 'member@example.com', status: 'approved' })
})
afterAll(async () => {
  way.closeAllConnections()
  way.close()
  await stack.close()
})
beforeEach(() => {
  trouble = 'none'
  statements = []
})

test('a member’s page costs one SQL statement; a visit without a cookie costs none', async () => {
  expect((await visit()).status).toBe(200)
  expect(statements).toHaveLength(1)
  expect(JSON.parse(statements[0] ?? '')).toMatchObject({
    query: expect.stringMatching(/^\s*WITH seen AS .*\bFROM sessions/s) as string,
  })

  await rawRequest(stack.siteUrl, '/leaderboard')
  await rawRequest(stack.siteUrl, '/auth')
  await rawRequest(stack.siteUrl, '/no-such-page')
  expect(statements).toHaveLength(1)
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
  expect(statements).toHaveLength(1)
})

test('a calendar’s own address costs one SQL statement, and an outage is told without it', async () => {
  const token = 'c'.repeat(64)
  expect((await rawRequest(stack.siteUrl, `/feeds/${token}.ics`)).status).toBe(404)
  expect(statements).toHaveLength(1)
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  trouble = 'refuses'
  expect((await rawRequest(stack.siteUrl, `/feeds/${'d'.repeat(64)}.ics`)).status).toBe(503)
  const lines = JSON.stringify(told.mock.calls)
  told.mockRestore()
  expect(lines).toContain('/feeds/')
  expect(lines).not.toContain('dddd')
})

describe('when the database cannot be asked, a member’s page is a 503, and nobody loses the session', () => {
  test.each(['refuses', 'hangs', 'talks nonsense'] as const)('it %s', async (how) => {
    trouble = how
    const answer = await visit()
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toEqual(['30'])
    expect(answer.headers.has('set-cookie')).toBe(false)
    expect(answer.body).not.toContain('id="viewer"')

    trouble = 'none'
    expect((await visit()).status).toBe(200)
  })
})

test('a status nobody knows is an outage, never an approval', async () => {
  trouble = 'approves anybody'
  expect((await visit()).status).toBe(503)
})

test('a slow database is waited for', async () => {
  trouble = 'is slow'
  expect((await visit()).status).toBe(200)
})

test('a signed-out visitor is sent to sign in, database or not, and public screens stay', async () => {
  trouble = 'refuses'
  expect((await rawRequest(stack.siteUrl, '/leaderboard')).status).toBe(302)
  expect((await rawRequest(stack.siteUrl, '/auth')).status).toBe(200)
  expect((await rawRequest(stack.siteUrl, '/auth', { headers: { cookie } })).status).toBe(200)
})

function visit(): Promise<RawAnswer> {
  return rawRequest(stack.siteUrl, '/leaderboard', { headers: { cookie } })
}

async function openWay(databaseHttpUrl: string): Promise<Server> {
  const server = createServer((incoming, outgoing) => {
    if (trouble === 'hangs') return
    if (trouble === 'refuses') return void outgoing.destroy()
    if (trouble === 'talks nonsense') return void outgoing.end('<html>Bad gateway</html>')
    const asked = forward(
      databaseHttpUrl,
      { method: incoming.method, headers: incoming.headers },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () => {
          const body = Buffer.concat(chunks).toString()
          setTimeout(
            () =>
              outgoing
                .writeHead(answer.statusCode ?? 502)
                .end(trouble === 'approves anybody' ? body.replace('"approved"', '"owner"') : body),
            trouble === 'is slow' ? 800 : 0,
          )
        })
      },
    )
    const sent: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => sent.push(chunk))
    incoming.on('end', () => {
      const statement = Buffer.concat(sent).toString()
      // What leaves by schedule, whoever visits, speaks as the application: the gate has a login of its own.
      if (String(incoming.headers['neon-connection-string']).includes('portal_edge'))
        statements.push(statement)
    })
    incoming.pipe(asked)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}
