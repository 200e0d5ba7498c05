import { beforeEach, expect, test } from 'vitest'
import {
  CONFIRM_MAILS_PER_EMAIL,
  EMAIL_CHANGES_PER_TARGET,
  MAILS_PER_MAILBOX,
  type Limit,
} from '#src/server/limits/attempt-limits.ts'
import { countAttempt } from '#src/server/limits/rate-limits.ts'
import { changePassword } from '#src/server/members/credentials.ts'
import { requestEmailChange } from '#src/server/members/email-change.ts'
import { requestDeletion } from '#src/server/members/my-data.ts'
import type { SignedIn } from '#src/server/sessions/require-member.ts'
import { requestPasswordReset } from '#src/server/sign-in/reset-password.ts'
import { email, onPortal, PASSWORD, stranger } from '../support/portal.ts'
import { everyRow } from '../support/query.ts'

const FIVE_AN_HOUR: Limit = { name: 'five', allowed: 5, seconds: 3600 }
const FIVE_THEN_PAUSES: Limit = { name: 'pauses', allowed: 5, seconds: 86_400, longestPauseSeconds: 300 }
const FIVE_GRANTED = [0, 0, 0, 0, 0]
const LEILANI = 'leilani@example.org'
const TARGET = 'target@example.net'

onPortal('a limit', (portal) => {
  beforeEach(() => portal.clear())

  test('is counted separately for each subject', async () => {
    await take(FIVE_AN_HOUR, 6)
    expect(await take(FIVE_AN_HOUR, 1, 'another')).toEqual([0])
    expect(await take({ ...FIVE_AN_HOUR, name: 'other' })).toEqual([0])
  })

  test('grants as many attempts as it allows in its window', async () => {
    expect(await take(FIVE_AN_HOUR, 6)).toEqual([...FIVE_GRANTED, expect.closeTo(3600, -2)])
    await portal.pass(3601)
    expect(await take(FIVE_AN_HOUR, 5)).toEqual(FIVE_GRANTED)
  })

  test('grants no more of fifty concurrent attempts than it allows', async () => {
    const waits = await Promise.all(Array.from({ length: 50 }, () => take(FIVE_AN_HOUR)))
    expect(waits.filter(([wait]) => wait === 0)).toHaveLength(5)
  })

  test('with pauses doubles each pause for a day', async () => {
    expect(await take(FIVE_THEN_PAUSES, 5)).toEqual(FIVE_GRANTED)
    const pauses = []
    for (let n = 0; n < 11; n++) {
      const [pause = 0] = await take(FIVE_THEN_PAUSES)
      pauses.push(pause)
      await portal.pass(pause)
      expect(await take(FIVE_THEN_PAUSES)).toEqual([0])
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300])
    await portal.pass(86_401)
    expect(await take(FIVE_THEN_PAUSES, 5)).toEqual(FIVE_GRANTED)
  })

  /** @returns for each attempt 0 when it was granted, else the seconds to wait. */
  async function take(limit: Limit, times = 1, who = LEILANI): Promise<number[]> {
    const waits = []
    for (let n = 0; n < times; n++) {
      const permit = await countAttempt(portal.deps.sql, limit, who)
      waits.push(permit.ok ? 0 : permit.retryAfterSeconds)
    }
    return waits
  }
})

onPortal('mailbox-flood: one mailbox', (portal) => {
  let leilani: SignedIn
  beforeEach(async () => {
    await portal.clear()
    leilani = await member(LEILANI)
  })

  test('gets at most twelve emails an hour', async () => {
    for (let n = 0; n < 3; n++) expect(await ask(leilani, `new-${n}@example.net`)).toEqual({ ok: true })
    let granted = 0
    while ((await requestDeletion(portal.deps, leilani, { password: PASSWORD })).ok) granted += 1
    expect(granted).toBe(9)
    // What a refused change could have touched.
    const tables = ['users', 'sessions', 'known_devices', 'outbox', 'email_tokens', 'account_deletions']
    const before = await everyRow(portal.database, tables)
    const refused = { code: 'too_many_attempts', retryAfterSeconds: expect.closeTo(3600, -3) as number }
    expect(await requestDeletion(portal.deps, leilani, { password: PASSWORD })).toMatchObject(refused)
    expect(await ask(leilani, TARGET)).toMatchObject(refused)
    expect(await change()).toMatchObject(refused)
    expect(await everyRow(portal.database, tables)).toBe(before)
    await requestPasswordReset(portal.deps, { email: email(LEILANI) }, stranger())
    expect(await mailsTo(LEILANI)).toEqual({
      email_change_requested: 3,
      deletion_requested: 9,
      reset_password: 1,
    })
  })

  test('gets at most three requests to change an address an hour from all members', async () => {
    const kai = await member('kai@example.org')
    for (let n = 0; n < 4; n++) {
      for (const asker of [leilani, kai]) expect(await ask(asker, TARGET)).toEqual({ ok: true })
    }
    expect(await mailsTo(TARGET)).toEqual({ change_email: 3 })
    expect(await mailsTo(LEILANI)).toEqual({ email_change_requested: 4 })
    await portal.pass(3601)
    await ask(leilani, TARGET)
    expect(await mailsTo(TARGET)).toEqual({ change_email: 4 })
  })

  test.each([0, 30, 59])(
    'has an email left for its member when others start %i minutes into its hour',
    async (begin) => {
      const isGranted = async (limit: Limit) => (await countAttempt(portal.deps.sql, limit, LEILANI)).ok
      const byOthers = [CONFIRM_MAILS_PER_EMAIL, EMAIL_CHANGES_PER_TARGET]
      const ask = async (limit: Limit) => (await isGranted(limit)) && (await isGranted(MAILS_PER_MAILBOX))
      // The mailbox's hour begins with a mail of its member; the hours of others when they like.
      await isGranted(MAILS_PER_MAILBOX)
      await portal.pass(begin * 60)
      for (const limit of byOthers) await ask(limit)
      // What is left of their hours, and then all of the next ones, within one hour of the mailbox.
      for (const minutes of [60 - begin, begin, 59 - begin]) {
        await portal.pass(minutes * 60)
        for (const limit of byOthers) while (await ask(limit));
      }
      expect(await change()).toMatchObject({ ok: true })
    },
  )

  /** A member to whom nothing has been mailed yet. */
  async function member(address: string): Promise<SignedIn> {
    const signedIn = await portal.member(address)
    await portal.query('delete from outbox')
    return signedIn
  }

  function ask(signedIn: SignedIn, newEmail: string) {
    return requestEmailChange(portal.deps, signedIn, { currentPassword: PASSWORD, newEmail: email(newEmail) })
  }

  function change() {
    const form = { currentPassword: PASSWORD, newPassword: 'aloha ahiahi' }
    return changePassword(portal.deps, leilani, form, stranger())
  }

  /** How many of each kind. */
  async function mailsTo(address: string): Promise<Record<string, number>> {
    const sql = `select kind, count(*)::int as n from outbox where payload ->> 'to' = $1 group by kind`
    const rows = await portal.query<{ kind: string; n: number }>(sql, [address])
    return Object.fromEntries(rows.map(({ kind, n }) => [kind, n]))
  }
})
