import { beforeEach, expect, test } from 'vitest'
import { addFeed } from '#src/server/calendar/feeds.ts'
import {
  confirmEmailChange,
  readEmailRestore,
  requestEmailChange,
  restoreEmail,
} from '#src/server/members/email-change.ts'
import { cancelDeletion, requestDeletion } from '#src/server/members/my-data.ts'
import type { SignedIn } from '#src/server/sessions/require-member.ts'
import { requestPasswordReset, resetPassword } from '#src/server/sign-in/reset-password.ts'
import { email, onPortal, PASSWORD, stranger } from '../support/portal.ts'

const OWNER = 'owner@example.org'
const WRONG = 'wrong@example.org'
const THIRD = 'third@example.org'
const DONE = { ok: true }
const INVALID = { ok: false, code: 'restore_link_invalid' }

onPortal('taking back a change of address', (portal) => {
  let member: SignedIn
  beforeEach(async () => {
    await portal.clear()
    member = await portal.member(OWNER)
  })

  test('is offered to the old address for seven days', async () => {
    const token = await changed(WRONG)
    const found = { ok: true, fullName: 'Leilani', email: OWNER, currentEmail: WRONG, state: 'open' }
    for (let n = 0; n < 2; n++) expect(await read(token)).toEqual(found)
    await portal.pass(7 * 24 * 3600 - 60)
    expect(await read(token)).toEqual(found)
    expect(await addresses()).toEqual([WRONG])
    await portal.pass(120)
    expect(await read(token)).toEqual(INVALID)
    expect(await restore(token)).toEqual(INVALID)
    expect(await addresses()).toEqual([WRONG])
  })

  test('revokes all other access to the account', async () => {
    const token = await changed(WRONG)
    await requestPasswordReset(portal.deps, { email: email(WRONG) }, stranger())
    const reset = await portal.linkTo(WRONG, 'reset_password')
    await addFeed(portal.deps, member)
    const { deviceToken } = await signedInBrowser(WRONG)
    expect(await restore(token)).toEqual(DONE)

    expect(await addresses()).toEqual([OWNER])
    expect(await portal.deps.sessions.find(member.token)).toBeNull()
    expect(await portal.query('select from sessions union all select from calendar_feeds')).toEqual([])
    expect(await portal.isKnownBrowser(deviceToken, OWNER)).toBe(false)
    for (const address of [OWNER, WRONG])
      expect(await portal.signIn(address)).toEqual({ ok: false, code: 'invalid_credentials' })
    expect(await setPassword(reset)).toMatchObject({ ok: false })
  })

  test('can’t be prevented by deleting the account', async () => {
    const token = await changed(WRONG)
    expect(await requestDeletion(portal.deps, member, { password: PASSWORD })).toMatchObject({ ok: true })
    expect(await portal.mailsTo(OWNER)).toContain('deletion_requested')
    const keep = await portal.linkTo(OWNER, 'deletion_requested')
    expect(keep).toBe(await portal.linkTo(WRONG, 'deletion_requested'))
    expect(await cancelDeletion(portal.deps, { token: keep })).toEqual(DONE)
    expect(await restore(token)).toEqual(DONE)
  })

  test('is announced to both addresses', async () => {
    expect(await restore(await changed(WRONG))).toEqual(DONE)
    expect(await portal.mailsTo(OWNER)).toContain('email_restored')
    expect(await portal.mailsTo(WRONG)).toEqual(['change_email', 'email_change_reverted'])
  })

  test('lets the owner set a new password', async () => {
    await restore(await changed(WRONG))
    expect(await setPassword(await portal.linkTo(OWNER, 'email_restored'))).toMatchObject({ ok: true })
    expect(await portal.signIn(OWNER, 'a new password')).toMatchObject({ ok: true })
  })

  test('happens once, however often the button is pressed', async () => {
    const token = await changed(WRONG)
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => restore(token)))
    expect(outcomes).toEqual(Array(10).fill(DONE))
    expect(await restore(token)).toEqual(DONE)
    expect(await read(token)).toMatchObject({ state: 'done' })
    expect((await portal.mailsTo(OWNER)).filter((kind) => kind === 'email_restored')).toHaveLength(1)
  })

  test('isn’t repeated by an old link after the owner has changed the address again', async () => {
    const token = await changed(WRONG)
    await restore(token)
    await setPassword(await portal.linkTo(OWNER, 'email_restored'))
    member = await portal.signedIn(OWNER)
    await changed(THIRD, 'a new password')
    expect(await restore(token)).toEqual(INVALID)
    expect(await addresses()).toEqual([THIRD])
  })

  test('also takes back later changes', async () => {
    const first = await changed(WRONG)
    const second = await changed(THIRD)
    expect(await read(first)).toMatchObject({ email: OWNER, currentEmail: THIRD, state: 'open' })
    expect(await restore(first)).toEqual(DONE)
    expect(await read(second)).toEqual(INVALID)
    expect(await restore(second)).toEqual(INVALID)
    expect(await addresses()).toEqual([OWNER])
  })

  test('leaves no working link at the wrong address', async () => {
    const token = await changed(WRONG)
    await changed(OWNER)
    expect(await portal.linksTo(WRONG, 'restore_email')).toEqual([])
    expect(await portal.mailsTo(WRONG)).toContain('email_changed')
    expect(await restore(token)).toEqual(INVALID)
    expect(await addresses()).toEqual([OWNER])
    expect(await portal.deps.sessions.find(member.token)).not.toBeNull()
  })

  test('works after the thief has set a new password', async () => {
    const token = await changed(WRONG)
    await requestPasswordReset(portal.deps, { email: email(WRONG) }, stranger())
    await setPassword(await portal.linkTo(WRONG, 'reset_password'))
    expect(await restore(token)).toEqual(DONE)
    expect(await portal.signIn(OWNER, 'a new password')).toMatchObject({ ok: false })
  })

  test('cancels a deletion that was requested with the password', async () => {
    const token = await changed(WRONG)
    await requestDeletion(
      portal.deps,
      { ...member, member: { ...member.member, email: WRONG } },
      { password: PASSWORD },
    )
    const keep = await portal.linkTo(WRONG, 'deletion_requested')
    expect(await restore(token)).toEqual(DONE)
    expect(await portal.query('select from account_deletions where cancelled_at is null')).toEqual([])
    expect(await cancelDeletion(portal.deps, { token: keep })).toEqual(DONE)
  })

  test('is refused while an administrator is deleting the account', async () => {
    const token = await changed(WRONG)
    await portal.query(`select schedule_deletions(array['${WRONG}'], 'noe@example.org')`)
    expect(await restore(token)).toEqual(INVALID)
    await portal.query(`select cancel_deletions(array['${WRONG}'])`)
    expect(await read(token)).toMatchObject({ state: 'open' })
    await portal.query('delete from users')
    expect(await restore(token)).toEqual(INVALID)
  })

  test('is refused if another account has confirmed the address', async () => {
    const token = await changed(WRONG)
    await portal.signUp(OWNER)
    await portal.query('update users set email_confirmed_at = now() where email = $1', [OWNER])
    expect(await read(token)).toMatchObject({ state: 'taken' })
    expect(await restore(token)).toEqual({ ok: false, code: 'email_taken_meanwhile' })
    expect(await addresses()).toEqual([OWNER, WRONG])
    expect(await portal.deps.sessions.find(member.token)).not.toBeNull()
  })

  test('removes an unconfirmed sign-up with the address', async () => {
    const token = await changed(WRONG)
    await portal.signUp(OWNER)
    expect(await read(token)).toMatchObject({ state: 'open' })
    expect(await restore(token)).toEqual(DONE)
    expect(await addresses()).toEqual([OWNER])
  })

  test.each(['pending', 'denied'])('leaves the member’s status %s', async (status) => {
    const token = await changed(WRONG)
    await portal.decide(WRONG, status)
    expect(await restore(token)).toEqual(DONE)
    expect(await portal.account(OWNER)).toMatchObject({ status })
  })

  test('is refused with a link of another kind', async () => {
    await changed(WRONG)
    await requestPasswordReset(portal.deps, { email: email(WRONG) }, stranger())
    for (const other of ['', 'x', 'a'.repeat(64), await portal.linkTo(WRONG, 'reset_password')])
      expect(await restore(other)).toEqual(INVALID)
    expect(await addresses()).toEqual([WRONG])
  })

  /** The member changes the address. @returns the token that the address before gets; '' if it gets none. */
  async function changed(newEmail: string, currentPassword = PASSWORD): Promise<string> {
    const [{ email: before } = { email: '' }] = await portal.query<{ email: string }>(
      'select email from users where id = $1',
      [member.member.id],
    )
    const form = { currentPassword, newEmail: email(newEmail) }
    const asked = await requestEmailChange(portal.deps, member, form)
    const token = await portal.linkTo(newEmail, 'change_email')
    const here = { ...stranger(), sessionToken: member.token }
    const confirmed = await confirmEmailChange(portal.deps, { token }, here)
    if (!asked.ok || !confirmed.ok) throw new Error('The address was not changed.')
    member = { ...member, member: { ...member.member, email: email(newEmail) } }
    return portal.linkTo(before, 'restore_email')
  }

  async function signedInBrowser(address: string) {
    const result = await portal.signIn(address)
    return { deviceToken: result.ok ? (result.cookies.device?.value ?? '') : '' }
  }

  const read = (token: string) => readEmailRestore(portal.deps, { token })
  const restore = (token: string) => restoreEmail(portal.deps, { token })
  const setPassword = (token: string) =>
    resetPassword(portal.deps, { token, password: 'a new password' }, stranger())

  async function addresses(): Promise<string[]> {
    const rows = await portal.query<{ email: string }>('select email from users order by email')
    return rows.map((row) => row.email)
  }
})
