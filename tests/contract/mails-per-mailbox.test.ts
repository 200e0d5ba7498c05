import { beforeEach, describe, expect, test } from 'vitest'
import { changePassword, requestEmailChange } from '#src/server/members/credentials.ts'
import { requestDeletion } from '#src/server/members/my-data.ts'
import type { SignedIn } from '#src/server/sessions/admit-member.ts'
import { requestPasswordReset } from '#src/server/sign-in/reset-password.ts'
import { resendConfirmation } from '#src/server/sign-up/sign-up.ts'
import { email, onPortal, PASSWORD, stranger } from '../support/portal.ts'

const LEILANI = 'leilani@example.org'
const TARGET = 'target@example.net'

onPortal('the mails that one mailbox receives', (portal) => {
  let leilani: SignedIn
  beforeEach(async () => {
    await portal.clear()
    leilani = await member(LEILANI)
  })

  describe('what a member does, with the right password', () => {
    test('sends their mailbox twelve an hour, whatever it is; the next is refused, with when to try again', async () => {
      for (let n = 0; n < 3; n++) expect(await ask(leilani, `new-${n}@example.net`)).toEqual({ ok: true })
      expect(await deleteUntilRefused()).toBe(9)
      expect(await requestDeletion(portal.deps, leilani, PASSWORD)).toEqual({
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

    test('can use up their mails, but not the mail that sets a new password', async () => {
      await deleteUntilRefused()
      await requestPasswordReset(portal.deps, email(LEILANI), stranger())
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
      await portal.pass(3601)
      await ask(leilani, TARGET)
      expect(await mailsTo(TARGET)).toEqual({ change_email: 4 })
    })
  })

  test('others cannot use up a member’s mails: the password is changed all the same, and the member told', async () => {
    const others = [await member('kai@example.org'), await member('noelani@example.org')]
    for (let n = 0; n < 5; n++) {
      for (const other of others) await ask(other, LEILANI)
      await resendConfirmation(portal.deps, email(LEILANI), stranger())
      await requestPasswordReset(portal.deps, email(LEILANI), stranger())
    }
    expect(await change(leilani)).toMatchObject({ ok: true })
    expect(await mailsTo(LEILANI)).toEqual({ reset_password: 3, password_changed: 1 })
  })

  /** Somebody to whom nothing has been mailed yet. */
  async function member(address: string): Promise<SignedIn> {
    const signedIn = await portal.member(address)
    await portal.query('delete from outbox')
    return signedIn
  }

  function ask(signedIn: SignedIn, newEmail: string) {
    return requestEmailChange(portal.deps, signedIn, { currentPassword: PASSWORD, newEmail: email(newEmail) })
  }

  function change(signedIn: SignedIn) {
    const form = { currentPassword: PASSWORD, newPassword: 'aloha ahiahi' }
    return changePassword(portal.deps, signedIn, form, stranger())
  }

  /** @returns how many deletions were granted before one was refused. */
  async function deleteUntilRefused(): Promise<number> {
    let granted = 0
    while ((await requestDeletion(portal.deps, leilani, PASSWORD)).ok) granted += 1
    return granted
  }

  /** How many of each kind. */
  async function mailsTo(address: string): Promise<Record<string, number>> {
    const sql = `select kind, count(*)::int as n from outbox where payload ->> 'to' = $1 group by kind`
    const rows = await portal.query<{ kind: string; n: number }>(sql, [address])
    return Object.fromEntries(rows.map(({ kind, n }) => [kind, n]))
  }

  /** What an ask answers, and what it leaves but counts. */
  async function tracesOf(work: () => Promise<unknown>) {
    await portal.query('delete from outbox')
    await portal.query('delete from links')
    const answer = await work()
    const mails = await portal.query(`select kind, payload - 'token' as payload from outbox order by kind`)
    return { answer, mails, links: await portal.query('select new_email from links') }
  }

  /** Every row that a refused change could have touched. */
  async function everything(): Promise<string> {
    const tables = ['users', 'sessions', 'known_devices', 'outbox', 'links', 'account_deletions']
    const rows = await Promise.all(
      tables.map((table) => portal.query(`select t::text from ${table} t order by 1`)),
    )
    return JSON.stringify(rows)
  }
})
