import { hash } from '@node-rs/argon2'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createApp, type App } from '#src/server/deps.ts'
import { BusyError } from '#src/server/auth/busy-error.ts'
import { SignInForm, SignUpForm } from '#src/shared/forms.ts'
import { migrate } from '../../db/migrate.ts'
import { query } from '../support/query.ts'
import { testDatabases, type TestDatabase } from '../support/test-databases.ts'

const RACERS = 20
const input = { email: 'leilani@example.org', password: 'aloha kakahiaka' }
const browser = { address: '192.0.2.1', sessionToken: null, deviceToken: null, userAgent: 'Test' }

/** Everything as it runs in production, with nothing but the addresses of the services changed. */
describe.each(testDatabases)('Accounts end to end: %s', (_, start) => {
  let database: TestDatabase
  let app: App

  beforeAll(async () => {
    database = await start()
    await migrate(database.databaseUrl)
    app = createApp({
      SITE_URL: 'http://localhost:4321',
      DATABASE_URL: database.roleUrls.lanai_app,
      DATABASE_HTTP_URL: database.httpUrl,
    })
  })
  afterAll(() => database.close())
  beforeEach(() => query(database, 'delete from users'))

  test('of twenty people signing up at once with one e-mail, one gets an account', async () => {
    const results = await Promise.all(Array.from({ length: RACERS }, () => signUp()))
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(results.filter(({ ok }) => !ok)).toHaveLength(RACERS - 1)
    expect(await query(database, 'select approval_status from profiles')).toEqual([
      { approval_status: 'pending' },
    ])
  })

  test('whoever signs up again because the answer got lost is told of the account, and gets one mail', async () => {
    await query(database, 'delete from outbox')
    expect(await signUp()).toMatchObject({ ok: true })
    expect(await signUp()).toEqual({ ok: false, code: 'email_taken' })
    expect(await query(database, 'select kind from outbox order by kind')).toEqual([
      { kind: 'confirm_email' },
      { kind: 'user_registered' },
    ])
  })

  test('the stored hash is Argon2id with 19 MiB, two passes and one lane', async () => {
    await signUp()
    expect(await storedHash()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  test.each(['pending', 'denied'])('a %s member with the right password gets no session', async (status) => {
    await signUp()
    await decide(status)
    expect(await signIn()).toEqual({ ok: false, code: `account_${status}` })
    expect(await query(database, 'select 1 as found from sessions')).toEqual([])
  })

  test.each(['pending', 'approved', 'denied'])(
    'a wrong password of a %s member is answered like a stranger',
    async (status) => {
      await signUp()
      await decide(status)
      expect(await signIn({ password: 'not the password' })).toEqual(
        await signIn({ email: 'stranger@example.org' }),
      )
      expect(await query(database, 'select 1 as found from sessions')).toEqual([])
    },
  )

  test('the database knows the hash of a session token, never the token', async () => {
    const token = await signedIn()
    const [dump] = await query<{ everything: string }>(
      database,
      `select string_agg(t::text, ' ') as everything from (
         select s::text as t from sessions s union all select u::text from users u union all
         select p::text from profiles p union all select e::text from approval_events e union all
         select d::text from known_devices d union all select r::text from rate_limits r) as dump`,
    )
    expect(dump?.everything).not.toContain(token)
    expect(dump?.everything).toContain(createHash('sha256').update(token).digest('hex'))
  })

  test('signing in again ends the session this browser had', async () => {
    const first = await signedIn()
    const second = await signIn({}, first)
    expect(second).toMatchObject({ ok: true })
    expect(second.ok && second.cookie.value).not.toBe(first)
    expect(await sessionIds()).toEqual([sha256(second.ok ? second.cookie.value : '')])
  })

  test('of eleven sign-ins, ten of them at once, ten sessions are left', async () => {
    const oldest = await signedIn()
    const devices = []
    for (let n = 0; n < 10; n++) {
      const result = await signIn()
      devices.push(result.ok ? result.deviceCookie?.value : null)
    }
    expect(await sessionIds()).not.toContain(sha256(oldest))

    const results = await Promise.all(devices.map((device) => signIn({}, null, device ?? null)))
    expect(results.filter(({ ok }) => ok)).toHaveLength(10)
    expect((await sessionIds()).sort()).toEqual(
      results.map((result) => sha256(result.ok ? result.cookie.value : '')).sort(),
    )
  })

  test('signing out ends the sessions of every browser', async () => {
    const phone = await signedIn()
    await signIn()
    expect(await sessionIds()).toHaveLength(2)
    await app.signOut(phone)
    expect(await sessionIds()).toEqual([])
  })

  test('a weaker hash is replaced after the right password', async () => {
    await signUp()
    await decide('approved')
    const weak = await hash(input.password, { memoryCost: 8192, timeCost: 1, parallelism: 1 })
    await query(database, 'update users set password_hash = $1', [weak])
    expect(await signIn()).toMatchObject({ ok: true })
    expect(await storedHash()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await signIn()).toMatchObject({ ok: true })
  })

  test('a name with any letters is kept as written', async () => {
    const fullName = 'Kalākaua ʻŌhiʻa 張 🌺 "quotes" </script>'
    await signUp({ fullName })
    expect(await query(database, 'select full_name from profiles')).toEqual([{ full_name: fullName }])
  })

  test('a status, an id or a role in the form changes nothing', async () => {
    const hostile = JSON.parse(
      '{"approval_status":"approved","id":"1","__proto__":{"role":"admin"}}',
    ) as object
    await signUp(hostile)
    const [row] = await query(database, 'select id, approval_status from profiles')
    expect(row).toMatchObject({ approval_status: 'pending' })
    expect(row).not.toMatchObject({ id: '1' })
  })

  test('a status the program does not know is an outage, never an approval', async () => {
    const token = await signedIn()
    await query(database, 'alter table profiles drop constraint profiles_approval_status_check')
    await query(database, `update profiles set approval_status = 'approved '`)
    await expect(signIn()).rejects.toThrow()
    await expect(signIn({}, token)).rejects.toThrow()
    expect(await sessionIds()).toEqual([sha256(token)])
  })

  function signUp(fields: object = {}) {
    return app.signUp(SignUpForm.parse({ ...input, ...fields }), newVisitor())
  }

  function signIn(
    fields: object = {},
    sessionToken: string | null = null,
    deviceToken: string | null = null,
  ) {
    return app.signIn(SignInForm.parse({ ...input, ...fields }), {
      ...browser,
      ...newVisitor(),
      sessionToken,
      deviceToken,
    })
  }

  async function signedIn(): Promise<string> {
    await signUp()
    await decide('approved')
    const result = await signIn()
    if (!result.ok) throw new Error(result.code)
    return result.cookie.value
  }

  function decide(status: string) {
    return query(database, 'select * from decide_membership($1, $2)', [input.email, status])
  }

  async function storedHash(): Promise<string | undefined> {
    const [row] = await query<{ password_hash: string }>(database, 'select password_hash from users')
    return row?.password_hash
  }

  async function sessionIds(): Promise<string[]> {
    const rows = await query<{ id: string }>(database, 'select id from sessions')
    return rows.map(({ id }) => id)
  }
})

test('a database that is away is thrown, never taken for an answer', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const app = createApp({
    SITE_URL: 'http://localhost:4321',
    DATABASE_URL: 'postgres://lanai:secret@127.0.0.1:1/lanai',
    DATABASE_HTTP_URL: 'http://127.0.0.1:1/sql',
  })
  await expect(app.signIn(SignInForm.parse(input), browser)).rejects.toThrow(BusyError)
  await expect(app.signUp(SignUpForm.parse(input), browser)).rejects.toThrow(BusyError)
  await expect(app.signOut('a'.repeat(40))).rejects.not.toThrow(BusyError)
  expect(logged.mock.calls.map(([line]) => JSON.parse(String(line)) as unknown)).toEqual([
    {
      code: 'limits_unavailable',
      times: 1,
      error: 'NeonDbError',
      cause: { error: 'TypeError', cause: { error: 'Error' } },
    },
  ])
  logged.mockRestore()
})

/** From a network nobody has come from yet: limits have suites of their own. */
function newVisitor(): { address: string } {
  const bits = visitors++
  return { address: `198.18.${bits >> 8}.${bits & 0xff}` }
}

let visitors = 0

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
