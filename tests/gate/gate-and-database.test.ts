import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Stack } from '../../netlify/local/stack.ts'
import { startDatabaseProxy, type DatabaseProxy } from '../support/database-proxy.ts'
import { query } from '../support/query.ts'
import { exchange, rawRequest, type RawAnswer } from '../support/raw-http.ts'
import { signedInMember } from '../support/signed-in-member.ts'
import { startTestStack } from '../support/test-stack.ts'

let stack: Stack
let way: DatabaseProxy
let cookie: string
let formSecret: string

const BOUNCE_SECRET = 'a secret of at least thirty-two letters'

beforeAll(async () => {
  stack = await startTestStack()
  way = await startDatabaseProxy(stack.env.DATABASE_HTTP_URL ?? '')
  // The application reads its environment at the first request, which is the next one.
  process.env.DATABASE_HTTP_URL = way.url
  process.env.BOUNCE_SECRET = BOUNCE_SECRET
  cookie = await signedInMember(stack, { email: 'member@example.com', status: 'approved' })
  const [row] = await query<{ secret: string }>(
    stack,
    `select add_form_address('Typeform', 'test') as secret`,
  )
  formSecret = row?.secret ?? ''
})
afterAll(async () => {
  way.close()
  await stack.close()
})
beforeEach(() => {
  way.mend()
})
afterEach(() => {
  vi.restoreAllMocks()
})

test("a member's page costs one SQL statement, as does a made-up session, a visit without a cookie none", async () => {
  expect((await visit()).status).toBe(200)
  expect(ofTheGate()).toHaveLength(1)
  expect(ofTheGate()[0]).toMatch(/^\s*WITH seen AS .*\bFROM sessions/s)

  await rawRequest(stack.siteUrl, '/leaderboard')
  await rawRequest(stack.siteUrl, '/no-such-page')
  await rawRequest(stack.siteUrl, '/auth')
  expect(ofTheGate()).toHaveLength(1)
  const headers = { cookie: `session=${'b'.repeat(64)}` }
  expect((await rawRequest(stack.siteUrl, '/leaderboard', { headers })).status).toBe(302)
  expect(ofTheGate()).toHaveLength(2)
})

test('a bounce is recorded with one SQL statement, and without an address in a log', async () => {
  const logged = listen()
  const send = (secret: string) =>
    rawRequest(stack.siteUrl, '/bounces', {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`postmark:${secret}`)}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        RecordType: 'Bounce',
        Type: 'HardBounce',
        Email: 'member@example.com',
        MessageStream: 'outbound',
        BouncedAt: new Date().toISOString(),
      }),
    })
  expect((await send('wrong')).status).toBe(401)
  expect(ofTheGate()).toEqual([])
  expect((await send(BOUNCE_SECRET)).status).toBe(200)
  expect(ofTheGate()).toHaveLength(1)
  expect(await query(stack, `select kind from bounces`)).toEqual([{ kind: 'HardBounce' }])
  expect(logged()).not.toContain('member@')
})

test('a calendar link costs one SQL statement', async () => {
  const token = 'c'.repeat(64)
  expect((await rawRequest(stack.siteUrl, `/feeds/${token}.ics`)).status).toBe(404)
  expect(ofTheGate()).toHaveLength(1)
  const logged = listen()
  way.break('refuses')
  expect((await rawRequest(stack.siteUrl, `/feeds/${'d'.repeat(64)}.ics`)).status).toBe(503)
  expect(logged()).toContain('/feeds/')
  expect(logged()).not.toContain('dddd')
})

test('when the database does not answer, a member’s page is a 503, and the session stays', async () => {
  way.break('hangs')
  const answer = await visit()
  expect(answer.status).toBe(503)
  expect(answer.headers.get('retry-after')).toEqual(['30'])
  expect(answer.headers.has('set-cookie')).toBe(false)
  expect(answer.body).not.toContain('id="viewer"')
  expect(answer.body).toMatch(/Request ID: <code[^>]*>[0-9a-f]{16}<\/code>/)

  way.mend()
  expect((await visit()).status).toBe(200)
})

test('a page retries a lost answer', async () => {
  way.break('loses the answer', 1, /FROM sessions/)
  expect((await visit()).status).toBe(200)
})

test('the gate and the actions log in with their own roles, and the log has what was refused', async () => {
  const signIn = async () => {
    const form = JSON.stringify({ email: 'member@example.com', password: 'not the password' })
    const headers = { 'content-type': 'application/json', origin: stack.siteUrl }
    const path = '/_actions/auth.signIn'
    return (await rawRequest(stack.siteUrl, path, { method: 'POST', headers, body: form })).status
  }
  const statuses = async () => [(await visit()).status, await signIn()]
  const told = vi.spyOn(console, 'info').mockImplementation(() => undefined)
  expect(await statuses()).toEqual([200, 401])
  const lines = told.mock.calls.map(([line]) => String(line)).filter((line) => line.includes('"request"'))
  expect(lines).toEqual([expect.stringContaining('"path":"/_actions/auth.signIn","status":401')])
  await query(stack, 'revoke select on members from lanai_edge')
  await query(stack, 'revoke select on users from lanai_app')
  expect(await statuses()).toEqual([503, 503])
  await query(stack, 'grant select on members to lanai_edge')
  await query(stack, 'grant select on users to lanai_app')
  expect(await statuses()).toEqual([200, 401])
  for (const name of ['DATABASE_URL', 'EDGE_DATABASE_URL'])
    expect(new URL(stack.env[name] ?? '').username).toMatch(/^portal_(?:app|edge)$/)
})

test('a form tool’s answer from elsewhere is recorded, and nothing of it is in a log', async () => {
  const logged = listen()
  for (const text of ['Recorded.\n', 'Recorded.\n']) {
    const answer = await submit(`${formSecret}/weekly-update`, { email: 'MEMBER@example.com' })
    expect([answer.status, answer.body]).toEqual([200, text])
    expect(answer.headers.get('cache-control')).toEqual(['no-store'])
  }
  expect((await submit(`${formSecret}/other`, { email: 'member@example.com' })).status).toBe(404)
  const stranger = await submit(`${formSecret}/weekly-update`, { email: 'k@home.example' })
  expect(stranger.body).toContain('No member has this address')
  expect(await query(stack, 'select event, told_by from deadline_ticks')).toEqual([
    { event: 'weekly-update', told_by: 'form' },
  ])
  for (const secret of [formSecret, 'member@', 'k@home']) expect(logged()).not.toContain(secret)
  const big = await submit(`${formSecret}/weekly-update`, { text: 'x'.repeat(65_536) })
  expect(big.status, 'for more than 64 KiB').toBe(413)
})

test('a form tool without a secret is refused before its body, and learns nothing', async () => {
  for (const path of [`${'a'.repeat(64)}/weekly-update`, 'x/y']) {
    const lines = [
      `POST /submissions/${path} HTTP/1.1`,
      'Host: localhost',
      'Content-Length: 9000',
      'Content-Type: application/json',
      'Connection: close',
    ]
    expect(await exchange(stack.siteUrl, `${lines.join('\r\n')}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 404 /)
  }
  expect((await rawRequest(stack.siteUrl, `/submissions/${formSecret}/weekly-update`)).status).toBe(404)
})

function submit(path: string, body: object): Promise<RawAnswer> {
  return rawRequest(stack.siteUrl, `/submissions/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'https://api.typeform.com' },
    body: JSON.stringify(body),
  })
}

function visit(): Promise<RawAnswer> {
  return rawRequest(stack.siteUrl, '/leaderboard', { headers: { cookie } })
}

/** Scheduled work uses the application's login, so the login identifies the gate's statements. */
function ofTheGate(): string[] {
  return way.asked.filter(({ login }) => login === 'portal_edge').map(({ statement }) => statement)
}

/** @returns what is logged from now on. */
function listen(): () => string {
  const told = (['info', 'error', 'log'] as const).map((level) =>
    vi.spyOn(console, level).mockImplementation(() => undefined),
  )
  return () => JSON.stringify(told.map(({ mock }) => mock.calls))
}
