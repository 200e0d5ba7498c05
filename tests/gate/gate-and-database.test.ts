import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Stack } from '../../netlify/local/stack.ts'
import { startDatabaseProxy, type DatabaseProxy } from '../support/database-proxy.ts'
import { elements, parseHtml, textOf } from '../support/html.ts'
import { query } from '../support/query.ts'
import { exchange, rawRequest, type RawAnswer } from '../support/raw-http.ts'
import { signedInMember } from '../support/signed-in-member.ts'
import { startTestStack } from '../support/test-stack.ts'

let stack: Stack
let way: DatabaseProxy
let cookie: string
let formSecret: string

// Before the schedule of each minute would send it.
const KICKED_WITHIN_MS = 30_000
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
    `select create_webhook_endpoint('Typeform', 'test') as secret`,
  )
  formSecret = row?.secret ?? ''
})
afterAll(async () => {
  way.mend()
  // A mail on its way when the database stops would be an alarm.
  const due = 'select from outbox where sent_at is null and next_attempt_at <= now()'
  await vi.waitFor(async () => expect(await query(stack, due)).toEqual([]), 90_000)
  way.close()
  await stack.close()
})
beforeEach(() => {
  way.mend()
})
afterEach(() => {
  vi.restoreAllMocks()
})

test("a member's page costs one SQL statement", async () => {
  expect((await visit()).status).toBe(200)
  expect(ofTheGate()).toEqual([expect.stringMatching(/^\s*WITH seen AS .*\bFROM sessions/s)])
})

test.each(['/leaderboard', '/no-such-page', '/auth'])(
  'a visit without a cookie costs no SQL statement: %s',
  async (path) => {
    await rawRequest(stack.siteUrl, path)
    expect(ofTheGate()).toEqual([])
  },
)

test('a made-up session costs one SQL statement', async () => {
  const headers = { cookie: `session=${'b'.repeat(64)}` }
  expect((await rawRequest(stack.siteUrl, '/leaderboard', { headers })).status).toBe(302)
  expect(ofTheGate()).toHaveLength(1)
})

describe('a bounce', () => {
  const report = JSON.stringify({
    RecordType: 'Bounce',
    Type: 'HardBounce',
    Email: 'member@example.com',
    MessageStream: 'outbound',
    BouncedAt: new Date().toISOString(),
  })
  const authorization = `Basic ${btoa(`postmark:${BOUNCE_SECRET}`)}`
  const send = (body: string, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
    rawRequest(stack.siteUrl, '/bounces', { method: 'POST', headers: { authorization, ...headers }, body })

  test('is recorded with one SQL statement', async () => {
    expect((await send(report)).status).toBe(200)
    expect(ofTheGate()).toHaveLength(1)
    expect(await query(stack, `select kind from bounces`)).toEqual([{ kind: 'HardBounce' }])
  })

  test('leaves no address in a log', async () => {
    const logged = listen()
    await send(report)
    expect(logged()).not.toContain('member@')
  })

  test('can arrive in chunks', async () => {
    expect(await send('{}', { 'transfer-encoding': 'chunked' })).toMatchObject({
      status: 200,
      body: 'Nothing to record.\n',
    })
  })
})

test('a calendar link costs one SQL statement', async () => {
  expect((await rawRequest(stack.siteUrl, `/feeds/${'c'.repeat(64)}.ics`)).status).toBe(404)
  expect(ofTheGate()).toHaveLength(1)
})

test('a calendar link is in no log', async () => {
  const logged = listen()
  way.break('refuses')
  expect((await rawRequest(stack.siteUrl, `/feeds/${'d'.repeat(64)}.ics`)).status).toBe(503)
  expect(logged()).toContain('/feeds/')
  expect(logged()).not.toContain('dddd')
})

test('a member’s page is a 503 while the database is silent', async () => {
  way.break('hangs')
  const answer = await visit()
  expect(answer.status).toBe(503)
  expect(answer.headers.get('retry-after')).toEqual(['5'])
  expect(answer.headers.has('set-cookie')).toBe(false)
  const page = parseHtml(answer.body)
  expect(elements(page, '#viewer')).toHaveLength(0)
  expect(textOf(elements(page, 'p:has(code)')[0])).toMatch(/Request ID: [0-9a-f]{16}$/)
})

test('an outage of the database ends no session', async () => {
  way.break('hangs')
  await visit()
  way.mend()
  expect((await visit()).status).toBe(200)
})

const signInWrongly = () => act('auth.signIn', { email: 'member@example.com', password: 'not the password' })

test('a refused action is logged', async () => {
  const told = vi.spyOn(console, 'info').mockImplementation(() => undefined)
  await visit()
  await signInWrongly()
  const lines = told.mock.calls.map(([line]) => String(line)).filter((line) => line.includes('"request"'))
  expect(lines).toEqual([expect.stringContaining('"path":"/_actions/auth.signIn","status":401')])
})

test('the gate and the actions log in with their own roles', async () => {
  const statuses = async () => [(await visit()).status, await signInWrongly()]
  expect(await statuses()).toEqual([200, 401])
  await query(stack, 'revoke select on members from lanai_edge')
  await query(stack, 'revoke select on users from lanai_app')
  expect(await statuses()).toEqual([503, 503])
  await query(stack, 'grant select on members to lanai_edge')
  await query(stack, 'grant select on users to lanai_app')
  expect(await statuses()).toEqual([200, 401])
  for (const name of ['DATABASE_URL', 'EDGE_DATABASE_URL'])
    expect(new URL(stack.env[name] ?? '').username).toMatch(/^portal_(?:app|edge)$/)
})

test('a submission is recorded with any spelling of its URL', async () => {
  // No tool follows a redirect with its POST.
  const sent = ['', '', '/', '?source=tally'].map((spelling) => ['MEMBER@example.com', spelling] as const)
  for (const [email, spelling] of [...sent, ['k@home.example', ''] as const]) {
    const answer = await submit(`${formSecret}/weekly-update${spelling}`, { email })
    expect([answer.status, answer.body]).toEqual([200, 'Received. “Due” at /people shows whose it is.\n'])
    expect(answer.headers.get('cache-control')).toEqual(['no-store'])
  }
  expect((await submit(`${formSecret}/other`, { email: 'member@example.com' })).status).toBe(404)
  expect(await query(stack, 'select event, source from deadline_completions')).toEqual([
    { event: 'weekly-update', source: 'form' },
  ])
})

test('no content of a submission is logged', async () => {
  const logged = listen()
  for (const email of ['MEMBER@example.com', 'k@home.example'])
    await submit(`${formSecret}/weekly-update`, { email })
  await submit(`${formSecret}/other`, { email: 'member@example.com' })
  for (const secret of [formSecret, 'member@', 'MEMBER@', 'k@home']) expect(logged()).not.toContain(secret)
})

test('a submission without a secret is refused before its body is read', async () => {
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
})

test('opening a webhook endpoint in a browser doesn’t show its secret', async () => {
  const open = (secret: string) => rawRequest(stack.siteUrl, `/submissions/${secret}/weekly-update`)
  expect((await open(formSecret)).body).toBe((await open('a'.repeat(64))).body)
})

test('a sign-up gets an email with links to the configured site', async () => {
  const email = 'leilani@example.org'
  const forged = { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' }
  expect(await act('auth.signUp', { email, password: 'aloha kakahiaka', message: '' }, forged)).toBe(200)
  const mail = await mailTo(email)
  expect(mail.From).toBe('"Lanai" <portal@example.com>')
  expect(mail.Subject).toBe('Confirm your email address')
  expect(mail.TextBody).toContain(`${stack.env.SITE_URL}/confirm-email?token=`)
  expect(JSON.stringify(mail)).not.toContain('evil.example')
  await vi.waitFor(async () => {
    const sent = await query(stack, `select payload from outbox where kind = 'confirm_email'`)
    expect(sent).toEqual([{ payload: null }])
  }, KICKED_WITHIN_MS)
})

describe('misused-link: a program that opens a mailed link', () => {
  const email = 'kai@example.com'
  beforeAll(async () => {
    await signedInMember(stack, { email, status: 'approved' })
  })

  test('confirms no address by running scripts', async () => {
    const token = await planted('confirm_email')
    await open(`/confirm-email?token=${token}`)
    for (const action of ['confirmEmail', 'discardSignUp'])
      await open(`/_actions/auth.${action}?token=${token}`)
    expect(await act('auth.confirmEmail', { token })).toBe(200)
    const confirmed = `select email_confirmed_at is not null as yes from users where email = '${email}'`
    expect(await query(stack, confirmed)).toEqual([{ yes: false }])
    expect(await act('auth.confirmEmail', { token, isClicked: true })).toBe(200)
    expect(await query(stack, confirmed)).toEqual([{ yes: true }])
  })

  describe('that unsubscribes', () => {
    // What Gmail sends, without a session and an Origin.
    const body = 'List-Unsubscribe=One-Click'
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const click = (target: string, length: object = { 'content-length': `${body.length}` }) =>
      rawRequest(stack.siteUrl, target, { method: 'POST', headers: { ...headers, ...length }, body })
    const whoWants = () => query(stack, `select from profiles where 'weekly' = any (email_preferences)`)
    beforeEach(() => query(stack, `update profiles set email_preferences = '{weekly,deadlines}'`))

    test('unsubscribes its member alone with one POST', async () => {
      const everyone = await whoWants()
      const token = await planted('unsubscribe_weekly')
      for (const length of [undefined, { 'transfer-encoding': 'chunked' }]) {
        expect(await click(`/unsubscribe?token=${token}`, length)).toMatchObject({
          status: 200,
          body: 'You won’t get these emails any more.\n',
        })
        expect(await whoWants()).toHaveLength(everyone.length - 1)
        expect(
          await query(stack, `select from profiles where 'deadlines' = any (email_preferences)`),
        ).toHaveLength(everyone.length)
      }
    })

    test('changes nothing with a GET', async () => {
      const everyone = await whoWants()
      await open(`/unsubscribe?token=${await planted('unsubscribe_weekly')}`)
      expect(await whoWants()).toHaveLength(everyone.length)
    })

    test('changes nothing with another spelling of the URL', async () => {
      const everyone = await whoWants()
      const target = `/unsubscribe?token=${await planted('unsubscribe_weekly')}`
      for (const spelling of [`/${target}`, target.replace('?', '/?'), target.toUpperCase()])
        await click(spelling)
      expect(await whoWants()).toHaveLength(everyone.length)
    })

    test('changes nothing with another token', async () => {
      const everyone = await whoWants()
      const others = [await planted('unsubscribe_weekly', '-1 second'), await planted('reset_password')]
      for (const token of ['', 'x', 'a'.repeat(64), ...others])
        expect(await click(`/unsubscribe?token=${token}`)).toMatchObject({
          status: 404,
          body: 'Not found.\n',
        })
      expect(await whoWants()).toHaveLength(everyone.length)
    })
  })

  /** A link of which the test knows the token: the portal's own leave by mail alone. */
  async function planted(purpose: string, lifetime = '1 hour'): Promise<string> {
    const [row] = await query<{ token: string }>(
      stack,
      `select create_email_token($1, id, $3) as token from users where email = $2`,
      [purpose, email, lifetime],
    )
    return row?.token ?? ''
  }

  async function open(path: string): Promise<void> {
    for (const headers of [{}, { purpose: 'prefetch', 'sec-purpose': 'prefetch' }])
      for (const method of ['GET', 'HEAD', 'GET']) await rawRequest(stack.siteUrl, path, { method, headers })
  }
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

async function act(action: string, input: object, headers: Record<string, string> = {}): Promise<number> {
  const answer = await rawRequest(stack.siteUrl, `/_actions/${action}`, {
    method: 'POST',
    headers: { origin: stack.siteUrl, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(input),
  })
  return answer.status
}

function mailTo(recipient: string): Promise<Record<string, string>> {
  return vi.waitFor(async () => {
    const url = `${stack.mailboxUrl}/messages/outbound?recipient=${recipient}`
    const answer = await fetch(url, { headers: { 'x-postmark-server-token': 'any' } })
    const { Messages } = (await answer.json()) as { Messages: Record<string, string>[] }
    if (!Messages[0]) throw new Error('There is no mail yet.')
    return Messages[0]
  }, KICKED_WITHIN_MS)
}
