import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createApp, type App } from '#src/server/deps.ts'
import type { SignedIn } from '#src/server/members/ports.ts'
import { Email, SignInForm, SignUpForm } from '#src/shared/forms.ts'
import { migrate } from '../../db/migrate.ts'
import { query } from '../support/query.ts'
import { testDatabases, type TestDatabase } from '../support/test-databases.ts'

const PASSWORD = 'aloha kakahiaka'
const NEW_PASSWORD = 'aloha ahiahi'
const LEILANI = Email.parse('leilani@example.org')
const TARGET = Email.parse('target@example.net')

describe.each(testDatabases)('The mails that one mailbox receives: %s', (_, start) => {
  let database: TestDatabase
  let app: App
  let leilani: SignedIn

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
  beforeEach(async () => {
    for (const table of ['users', 'rate_limits', 'outbox']) await query(database, `delete from ${table}`)
    leilani = await member(LEILANI)
  })

  describe('what a member does, with the right password', () => {
    test('sends their mailbox twelve an hour, whatever it is; the next is refused, with when to try again', async () => {
      for (let n = 0; n < 3; n++) expect(await ask(leilani, `new-${n}@example.net`)).toEqual({ ok: true })
      expect(await deleteUntilRefused()).toBe(9)
      expect(await app.account.requestDeletion(leilani, PASSWORD)).toEqual({
        ok: false,
        code: 'too_many_attempts',
        retryAfterSeconds: expect.closeTo(3600, -3) as number,
      })
      expect(await mailsTo(LEILANI)).toEqual({ email_change_asked: 3, deletion_requested: 9 })
    })

    test('is refused before anything is done', async () => {
      await deleteUntilRefused()
      const before = await everything()
      expect(await ask(leilani, TARGET)).toMatchObject({ code: 'too_many_attempts' })
      expect(await change(leilani)).toMatchObject({ code: 'too_many_attempts' })
      expect(await everything()).toBe(before)
    })

    test('counts nothing for their mailbox when the password is wrong', async () => {
      for (let n = 0; n < 3; n++) await app.account.requestDeletion(leilani, 'not the password')
      expect(await deleteUntilRefused()).toBe(12)
    })

    test('can use up their mails, but not the mail that sets a new password', async () => {
      await deleteUntilRefused()
      await app.requestPasswordReset(LEILANI, newVisitor())
      expect(await mailsTo(LEILANI)).toMatchObject({ reset_password: 1 })
    })
  })

  describe('a change to one address', () => {
    test('is mailed there three times an hour, whoever asks, and tells the askers nothing', async () => {
      const kai = await member('kai@example.org')
      const outcomes = []
      for (let n = 0; n < 4; n++) {
        for (const asker of [leilani, kai]) outcomes.push(await ask(asker, TARGET))
      }
      expect(outcomes).toEqual(Array(8).fill({ ok: true }))
      expect(await mailsTo(TARGET)).toEqual({ change_email: 3 })
      expect(await mailsTo(LEILANI)).toEqual({ email_change_asked: 4 })
    })

    test('of which there were too many looks to the asker like one to an address that somebody has', async () => {
      await member('taken@example.org')
      const kai = await member('kai@example.org')
      for (let n = 0; n < 3; n++) await ask(kai, TARGET)
      const taken = await tracesOf(() => ask(leilani, 'taken@example.org'))
      const full = await tracesOf(() => ask(leilani, TARGET))
      expect(full).toEqual(taken)
    })

    test('is mailed there again an hour later', async () => {
      for (let n = 0; n < 4; n++) await ask(leilani, TARGET)
      await oneHourLater()
      await ask(leilani, TARGET)
      expect(await mailsTo(TARGET)).toEqual({ change_email: 4 })
    })
  })

  test('a mailbox that had its twelve gets no more, whoever asks and for whatever account', async () => {
    const kai = await member('kai@example.org')
    await deleteUntilRefused()
    await query(database, 'update users set email_confirmed_at = null where email = $1', [LEILANI])
    await app.resendConfirmation(LEILANI, newVisitor())
    await query(database, `update users set email = 'moved@example.org' where email = $1`, [LEILANI])
    expect(await ask(kai, LEILANI)).toEqual({ ok: true })
    expect(await mailsTo(LEILANI)).toEqual({ deletion_requested: 12 })
  })

  test('others cannot use up a member’s mails: the password is changed all the same, and the member told', async () => {
    const others = [await member('kai@example.org'), await member('noelani@example.org')]
    for (let n = 0; n < 5; n++) {
      for (const other of others) await ask(other, LEILANI)
      await app.resendConfirmation(LEILANI, newVisitor())
      await app.requestPasswordReset(LEILANI, newVisitor())
    }
    expect(await change(leilani)).toMatchObject({ ok: true })
    expect(await mailsTo(LEILANI)).toEqual({ reset_password: 3, password_changed: 1 })
  })

  async function member(email: string): Promise<SignedIn> {
    const form = SignUpForm.parse({ email, password: PASSWORD, fullName: 'Leilani' })
    await app.signUp(form, newVisitor())
    await query(database, 'update users set email_confirmed_at = now() where email = $1', [email])
    await query(database, `select decide_membership($1, 'approved')`, [email])
    await query(database, 'delete from outbox')
    const browser = { sessionToken: null, deviceToken: null, userAgent: null, ...newVisitor() }
    const result = await app.signIn(SignInForm.parse({ email, password: PASSWORD }), browser)
    if (!result.ok) throw new Error(result.code)
    const admission = await app.account.admit(result.cookie.value)
    if (!admission.ok) throw new Error(admission.code)
    return admission.signedIn
  }

  function ask(signedIn: SignedIn, newEmail: string) {
    const form = { currentPassword: PASSWORD, newEmail: Email.parse(newEmail) }
    return app.account.requestEmailChange(signedIn, form)
  }

  function change(signedIn: SignedIn) {
    const form = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
    return app.account.changePassword(signedIn, form, { userAgent: null })
  }

  /** @returns how many deletions were granted before one was refused. */
  async function deleteUntilRefused(): Promise<number> {
    let granted = 0
    while ((await app.account.requestDeletion(leilani, PASSWORD)).ok) granted += 1
    return granted
  }

  /** How many of each kind. */
  async function mailsTo(email: string): Promise<Record<string, number>> {
    const sql = `select kind, count(*)::int as n from outbox where payload ->> 'to' = $1 group by kind`
    const rows = await query<{ kind: string; n: number }>(database, sql, [email])
    return Object.fromEntries(rows.map(({ kind, n }) => [kind, n]))
  }

  /** What an ask answers, and what it leaves but counts. */
  async function tracesOf(work: () => Promise<unknown>) {
    await query(database, 'delete from outbox')
    await query(database, 'delete from email_change_tokens')
    const answer = await work()
    const mails = await query(database, `select kind, payload - 'token' as payload from outbox order by kind`)
    return { answer, mails, links: await query(database, 'select new_email from email_change_tokens') }
  }

  /** Every row that a refused change could have touched. */
  async function everything(): Promise<string> {
    const tables = [
      'users',
      'sessions',
      'known_devices',
      'outbox',
      'email_change_tokens',
      'account_deletions',
    ]
    const rows = await Promise.all(
      tables.map((table) => query(database, `select t::text from ${table} t order by 1`)),
    )
    return JSON.stringify(rows)
  }

  /** The database's clock cannot be turned forward, so what is counted is moved back. */
  function oneHourLater() {
    const hour = `interval '1 hour 1 second'`
    return query(
      database,
      `update rate_limits set blocked_until = blocked_until - ${hour}, forgotten_at = forgotten_at - ${hour}`,
    )
  }
})

/** From a network nobody has come from yet: limits by network have suites of their own. */
function newVisitor(): { address: string } {
  return { address: `198.18.0.${visitors++ % 256}` }
}

let visitors = 0
