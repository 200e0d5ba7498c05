import type { QueryResultRow } from 'pg'
import { beforeAll, describe } from 'vitest'
import { createDeps } from '#src/server/deps.ts'
import type { SignedIn } from '#src/server/sessions/require-member.ts'
import { type Browser, signIn } from '#src/server/sign-in/sign-in.ts'
import { signUp } from '#src/server/sign-up/sign-up.ts'
import { createLuciaSessions } from '#src/server/vendors/lucia.ts'
import { createSql } from '#src/server/vendors/neon.ts'
import { SignInForm, SignUpForm } from '#src/shared/forms.ts'
import { Email } from '#src/shared/people/person.ts'
import { memoryAvatarStore } from '../fakes/avatar-store.ts'
import { fastHash, fastHasher } from '../fakes/fast-hasher.ts'
import { EMPTY_PROGRAMME } from './programme.ts'
import { query } from './query.ts'
import type { TestDatabase } from './test-databases.ts'
import { useDatabase } from './test-databases.ts'

export const PASSWORD = 'aloha kakahiaka'

/** A suite over the product's rules and a real database. */
export function onPortal(title: string, suite: (portal: Portal) => void): void {
  describe(title, () => {
    const database = useDatabase()
    // Filled before the first test: a suite names its tests before there is a database.
    const portal = {} as Portal
    beforeAll(() => void Object.assign(portal, openPortal(database)))
    suite(portal)
  })
}

/** The product's rules over a real database; only the slow hash and the picture store are fakes. */
function openPortal(database: TestDatabase) {
  // A busy machine may take its time.
  const sql = createSql(envOf(database), 60_000)
  const sessions = createLuciaSessions(sql)
  const deps = {
    ...createDeps(envOf(database)),
    sql,
    sessions,
    passwords: fastHasher(),
    avatars: memoryAvatarStore(),
    programme: EMPTY_PROGRAMME,
  }

  function ask<Row extends QueryResultRow>(text: string, params?: unknown[]): Promise<Row[]> {
    return query<Row>(database, text, params)
  }

  async function account(email: string): Promise<Account | null> {
    const [row] = await ask<Account>(
      `select u.id, u.password_hash as "passwordHash", p.approval_status as status,
         u.email_confirmed_at is not null as "isConfirmed"
       from users u join profiles p on p.id = u.id where u.email = $1`,
      [email],
    )
    return row ?? null
  }

  /** Starts another session of the member. */
  async function signedIn(email: string): Promise<SignedIn> {
    const { id = '', passwordHash = '' } = (await account(email)) ?? {}
    const cookie = await sessions.start(id, { passwordHash, userAgent: FIREFOX })
    const found = await sessions.find(cookie?.value ?? '')
    if (!cookie || !found) throw new Error(`${email} is not signed in`)
    return { member: found.member, token: cookie.value }
  }

  async function decide(email: string, status: string): Promise<void> {
    await ask('select * from decide_memberships(array[$1], $2, $3, force => true)', [
      email,
      status,
      'An administrator’s note',
    ])
  }

  /** An approved member in a browser. */
  async function member(email: string): Promise<SignedIn> {
    await ask(`select register_member($1, $2, 'Leilani')`, [email, fastHash(PASSWORD)])
    await ask('update users set email_confirmed_at = now() where email = $1', [email])
    await decide(email, 'approved')
    return signedIn(email)
  }

  /** A member who is an administrator. */
  async function admin(email: string): Promise<SignedIn> {
    const signedIn = await member(email)
    await ask(`select set_role(array[$1], 'admin', true)`, [email])
    return signedIn
  }

  /** @returns the mailed link's token, and that of the browser's cookie. */
  async function register(email: string, password = PASSWORD) {
    const form = SignUpForm.parse({ email, password, fullName: 'Leilani' })
    const result = await signUp(deps, form, stranger())
    if (!result.ok) throw new Error(result.code)
    const token = await linkTo(email, 'confirm_email')
    return { email: form.email, signUpToken: result.cookies['sign-up'].value, token }
  }

  /** The tokens that were mailed to an address, newest first. */
  async function linksTo(email: string, kind: string): Promise<string[]> {
    const sql = `select payload ->> 'token' as token from outbox
                 where payload ->> 'to' = $1 and kind = $2 order by created_at desc`
    return (await ask<{ token: string }>(sql, [email, kind])).map(({ token }) => token)
  }

  /** The newest token; '' without one. */
  async function linkTo(email: string, kind: string): Promise<string> {
    return (await linksTo(email, kind))[0] ?? ''
  }

  async function isKnownBrowser(token: string, email: string): Promise<boolean> {
    const sql =
      'select from known_devices d join users u on u.id = d.user_id where d.id = sha256_hex($1) and u.email = $2'
    return (await ask(sql, [token, email])).length === 1
  }

  /** The kinds of the mails to or about an address, oldest first. */
  async function mailsTo(email: string): Promise<string[]> {
    const sql = `select kind from outbox where payload ->> 'to' = $1 or payload ->> 'email' = $1
                 order by created_at, kind`
    return (await ask<{ kind: string }>(sql, [email])).map(({ kind }) => kind)
  }

  return {
    database,
    deps,
    query: ask,
    account,
    signedIn,
    member,
    admin,
    decide,
    linksTo,
    linkTo,
    mailsTo,
    isKnownBrowser,
    signUp: register,
    /** As a stranger, unless the browser says otherwise. */
    signIn: (email: string, password = PASSWORD, browser: Partial<Browser> = {}) =>
      signIn(deps, SignInForm.parse({ email, password }), { ...stranger(), ...browser }),
    async pass(seconds: number) {
      await ask(timeTravel.map((statement) => statement.replaceAll('$1', `${seconds}`)).join(';'))
    },
    /** Removes all people, attempts counted and mails. */
    async clear() {
      await ask('delete from users; delete from rate_limits; delete from outbox')
    },
  }
}

/** The settings of an application on this database. */
export function envOf({ roleUrls, httpUrl }: TestDatabase) {
  return {
    SITE_URL: 'http://localhost:4321',
    DATABASE_URL: roleUrls.lanai_app,
    EDGE_DATABASE_URL: roleUrls.lanai_edge,
    DATABASE_HTTP_URL: httpUrl,
  }
}

/** A new browser from a new network, so that no limit is met. */
export function stranger(): Browser {
  const bits = strangers++
  const address = `198.18.${bits >> 8}.${bits & 0xff}`
  return { address, sessionToken: null, deviceToken: null, userAgent: FIREFOX }
}

let strangers = 0

export function email(address: string): Email {
  return Email.parse(address)
}

export const FIREFOX = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko/20100101 Firefox/145.0'

/** Moves every stored time back by `$1` seconds, because a test can't turn the database's clock. */
const timeTravel = Object.entries({
  rate_limits: ['blocked_until', 'window_ends_at'],
  email_tokens: ['expires_at'],
  invitations: ['expires_at'],
  account_deletions: ['due_at'],
  sessions: ['created_at', 'expires_at'],
  outbox: ['created_at', 'next_attempt_at', 'locked_until', 'expires_at', 'sent_at'],
}).map(([table, columns]) => {
  const moved = columns.map((column) => `${column} = ${column} - $1 * interval '1 second'`)
  return `update ${table} set ${moved.join(', ')}`
})

export type Portal = ReturnType<typeof openPortal>

interface Account {
  id: string
  passwordHash: string
  status: string
  isConfirmed: boolean
}
