import { join } from 'node:path'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  test,
  vi,
  type MockInstance,
} from 'vitest'
import { migrate } from '../../db/migrate.ts'
import { loadFunction, type ServeFunction } from '../../netlify/local/site/function.ts'
import { query } from '../support/query.ts'
import { startPglite, type TestDatabase } from '../support/test-databases.ts'

const FUNCTION = join(import.meta.dirname, '../../.netlify/v1/functions/ssr/ssr.mjs')
const SITE = 'https://portal.example.org'
const SESSION_COOKIE = /^__Host-session=([a-z2-7]{40}); Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/
const NO_COOKIE = '__Host-session=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax'
/** An empty object, as actions write it. */
const NO_DATA = '[{}]'
const FORM = 'application/x-www-form-urlencoded'
const input = { email: 'leilani@example.org', password: 'aloha kakahiaka' }

/** The built function, asked as the browser asks it: what leaves the server is all that counts here. */
let database: TestDatabase
let serve: ServeFunction
let logged: MockInstance<typeof console.error>

beforeAll(async () => {
  database = await startPglite()
  await migrate(database.databaseUrl)
  vi.stubEnv('SITE_URL', SITE)
  vi.stubEnv('DATABASE_URL', database.databaseUrl)
  vi.stubEnv('DATABASE_HTTP_URL', database.httpUrl)
  serve = await loadFunction(FUNCTION)
})
afterAll(() => database.close())
beforeEach(async () => {
  await query(database, 'delete from users')
  logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  logged.mockRestore()
})

describe('signing up', () => {
  test('creates a pending account, without a session', async () => {
    const answer = await call('auth.signUp', { ...input, fullName: 'Kalākaua ʻŌhiʻa 張 🌺' })
    expect(answer).toMatchObject({ status: 200, body: NO_DATA, cookie: null })
    expect(await query(database, 'select full_name, approval_status from members')).toEqual([
      { full_name: 'Kalākaua ʻŌhiʻa 張 🌺', approval_status: 'pending' },
    ])
  })

  test('a taken address is told', async () => {
    await call('auth.signUp', input)
    expect(await call('auth.signUp', input)).toMatchObject({
      status: 409,
      error: { message: 'An account with this email already exists. Please sign in instead.' },
    })
  })

  test('what is wrong is told at its field, and what was typed is not sent back', async () => {
    const { status, error, body } = await call('auth.signUp', { email: 'nobody', password: '?!.+-' })
    expect(status).toBe(400)
    expect(error).toMatchObject({
      type: 'AstroActionInputError',
      fields: {
        email: ['Please enter a valid email address'],
        password: ['Password must be at least 6 characters'],
      },
    })
    expect(body).not.toContain('?!.+-')
  })

  test('C03: a status, an id or a prototype in the body changes nothing', async () => {
    const hostile = `{"email":"${input.email}","password":"${input.password}","approval_status":"approved",
      "id":"1","__proto__":{"approvalStatus":"approved"}}`
    expect((await send('auth.signUp', hostile)).status).toBe(200)
    const [row] = await query<{ id: string }>(database, 'select id, approval_status from members')
    expect(row).toMatchObject({ approval_status: 'pending' })
    expect(row?.id).not.toBe('1')
  })
})

describe('signing in', () => {
  beforeEach(() => call('auth.signUp', input))

  test('C22: an approved member gets the session cookie', async () => {
    await decide('approved')
    const answer = await call('auth.signIn', input)
    expect(answer).toMatchObject({ status: 200, body: NO_DATA })
    expect(answer.cookie).toMatch(SESSION_COOKIE)
  })

  test.each([
    ['pending', 'Your account is pending approval. Please wait for approval before signing in.'],
    ['denied', 'Your account access has been denied.'],
  ])('C09: a %s member is told and gets no cookie', async (status, message) => {
    await decide(status)
    expect(await call('auth.signIn', input)).toMatchObject({ status: 403, error: { message }, cookie: null })
    expect(await sessionCount()).toBe(0)
  })

  test.each(['pending', 'approved', 'denied'])(
    'C27: a wrong password of a %s member and a stranger get the same bytes',
    async (status) => {
      await decide(status)
      const member = await call('auth.signIn', { ...input, password: 'not the password' })
      const stranger = await call('auth.signIn', { ...input, email: 'stranger@example.org' })
      expect(member).toEqual(stranger)
      expect(member).toMatchObject({
        status: 401,
        error: { message: 'Invalid email or password. Please check your credentials.' },
        cookie: null,
      })
    },
  )

  test('C24: the session this browser had ends, and a made-up one is not adopted', async () => {
    await decide('approved')
    const first = await call('auth.signIn', input, cookieHeader('a'.repeat(40)))
    const second = await call('auth.signIn', input, cookieHeader(tokenOf(first)))
    expect(tokenOf(first)).not.toBe('a'.repeat(40))
    expect(tokenOf(second)).not.toBe(tokenOf(first))
    expect(await sessionCount()).toBe(1)
  })
})

describe('signing out', () => {
  beforeEach(async () => {
    await call('auth.signUp', input)
    await decide('approved')
  })

  test('C11: ends every session and takes the cookie away', async () => {
    const phone = await call('auth.signIn', input)
    await call('auth.signIn', input)
    expect(await call('auth.signOut', undefined, cookieHeader(tokenOf(phone)))).toMatchObject({
      status: 200,
      cookie: NO_COOKIE,
    })
    expect(await sessionCount()).toBe(0)
  })

  test.each([{}, cookieHeader('gone'), cookieHeader('%E0%A4%A'), cookieHeader('x'.repeat(8192))])(
    'works without a session: %j',
    async (headers) => {
      expect(await call('auth.signOut', undefined, headers)).toMatchObject({ status: 200, cookie: NO_COOKIE })
    },
  )
})

describe('C44, F6, F7: when the database is away', () => {
  beforeEach(() => query(database, 'alter schema public rename to away'))
  afterEach(() => query(database, 'alter schema away rename to public'))

  test.each(['auth.signUp', 'auth.signIn'])(
    '%s says so without a detail, and logs it once',
    async (action) => {
      const answer = await call(action, input)
      expect(answer).toMatchObject({
        status: 500,
        error: { code: 'INTERNAL_SERVER_ERROR', message: 'An unexpected error occurred' },
        cookie: null,
      })
      expect(answer.body).not.toMatch(/users|select|register_member|at .*\.m?js|127\.0\.0\.1/)
      expect(logged.mock.calls).toEqual([[expect.stringContaining('"code":"unexpected"')]])
      expect(JSON.stringify(logged.mock.calls)).not.toContain(input.email)
    },
  )

  test('auth.signOut says that it failed, and takes the cookie away all the same', async () => {
    expect(await call('auth.signOut', undefined, cookieHeader('a'.repeat(40)))).toMatchObject({
      status: 500,
      error: { message: 'Failed to sign out. Please try again.' },
      cookie: NO_COOKIE,
    })
  })
})

describe('C16: the function itself checks where a request comes from', () => {
  test.each([
    ['another site', { origin: 'https://evil.example' }],
    ['an opaque origin', { origin: 'null' }],
    ['nowhere', { origin: '' }],
    ['another site, by fetch metadata', { origin: '', 'sec-fetch-site': 'cross-site' }],
  ])('%s is refused', async (_, headers) => {
    expect((await call('auth.signUp', input, headers)).status).toBe(403)
    expect(await query(database, 'select id from users')).toEqual([])
  })
})

test.each([
  ...['ping', 'sendEmail', 'send-email', 'userRegistered', 'confirm-email', 'initiate_password_reset'],
  ...['auth.constructor', '__proto__', 'auth.__proto__', 'auth.signIn.bind'],
])('C02: there is no action %s', async (name) => {
  expect((await call(name, input)).status).toBe(404)
})

describe('C45: requests no form of ours would send are refused before any work', () => {
  test.each([
    ['nothing', null, {}, 400],
    ['an empty body', '', {}, 400],
    ['null', 'null', {}, 400],
    ['a list', '[]', {}, 400],
    ['wrong types', '{"email":1,"password":{},"fullName":[]}', {}, 400],
    ['a form', 'email=a@b.co&password=aloha+kakahiaka', { 'content-type': FORM }, 415],
    ['plain text', 'aloha', { 'content-type': 'text/plain' }, 415],
    ['two megabytes', JSON.stringify({ ...input, fullName: 'x'.repeat(2_000_000) }), {}, 413],
    [
      'an address of 300 characters',
      `{"email":"${'a'.repeat(300)}@b.co","password":"aloha kakahiaka"}`,
      {},
      400,
    ],
  ])('%s', async (_, body, headers, status) => {
    expect((await send('auth.signUp', body, headers)).status).toBe(status)
    expect(await query(database, 'select id from users')).toEqual([])
    expect(logged).not.toHaveBeenCalled()
  })
})

async function call(action: string, body: unknown, headers: Record<string, string> = {}) {
  return send(action, body === undefined ? null : JSON.stringify(body), headers)
}

async function send(
  action: string,
  body: string | null,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const url = new URL(`/_actions/${action}`, SITE)
  const request = new Request(url, {
    method: 'POST',
    body,
    headers: { origin: SITE, ...(body !== null && { 'content-type': 'application/json' }), ...headers },
  })
  return toAnswer(await serve({ request, url, ip: '127.0.0.1' }))
}

async function toAnswer(response: Response): Promise<Answer> {
  const body = await response.text()
  const isJson = response.headers.get('content-type') === 'application/json'
  const error = isJson ? (JSON.parse(body) as object) : null
  return {
    status: response.status,
    error,
    body,
    cookie: response.headers.get('set-cookie'),
  }
}

function cookieHeader(token: string): Record<string, string> {
  return { cookie: `__Host-session=${token}` }
}

function tokenOf({ cookie }: Answer): string {
  return SESSION_COOKIE.exec(cookie ?? '')?.[1] ?? ''
}

function decide(status: string) {
  return query(database, 'select * from decide_membership($1, $2)', [input.email, status])
}

async function sessionCount(): Promise<number> {
  return (await query(database, 'select id from sessions')).length
}

interface Answer {
  status: number
  error: object | null
  body: string
  cookie: string | null
}
