import { beforeEach, expect, test } from 'vitest'
import { EMAIL_CHANGES_PER_MEMBER, SIGN_INS_PER_EMAIL } from '#src/server/limits/attempt-limits.ts'
import { changePassword } from '#src/server/members/credentials.ts'
import {
  cancelEmailChange,
  confirmEmailChange,
  requestEmailChange,
} from '#src/server/members/email-change.ts'
import type { SignedIn } from '#src/server/sessions/require-member.ts'
import type { Browser } from '#src/server/sign-in/sign-in.ts'
import { resetPassword } from '#src/server/sign-in/reset-password.ts'
import { confirmEmail, discardSignUp } from '#src/server/sign-up/sign-up.ts'
import { email, onPortal, PASSWORD, stranger } from '../support/portal.ts'

const LEILANI = 'leilani@example.org'
const NEW = 'new@example.org'
const ASKED = 'email_change_requested'

onPortal('a new email address', (portal) => {
  let leilani: SignedIn
  beforeEach(async () => {
    await portal.clear()
    leilani = await portal.member(LEILANI)
  })

  test('is shown by its link before it takes effect', async () => {
    await ask(leilani, NEW)
    expect(await open(await linkTo(NEW))).toMatchObject({
      change: { email: LEILANI, newEmail: NEW, proof: 'session' },
    })
    expect(await emails()).toEqual([LEILANI])
  })

  test('takes effect once, however often its link is confirmed', async () => {
    await ask(leilani, NEW)
    const token = await linkTo(NEW)
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => confirm(token)))
    expect(outcomes).toEqual(Array<boolean>(10).fill(true))
    expect(await emails()).toEqual([NEW])
    expect(await tellings()).toEqual([ASKED, 'restore_email'])
    await portal.query(`update users set email = 'moved-on@example.org'`)
    expect(await confirm(token)).toBe(false)
    expect(await emails()).toEqual(['moved-on@example.org'])
  })

  test('replaces the old one for signing in', async () => {
    await ask(leilani, NEW)
    expect(await confirm(await linkTo(NEW))).toBe(true)
    expect(await portal.signIn(NEW)).toMatchObject({ ok: true })
    expect(await portal.deps.sessions.find(leilani.token)).not.toBeNull()
  })

  test('needs the password where the member isn’t signed in', async () => {
    await ask(leilani, NEW)
    const token = await linkTo(NEW)
    const other = await portal.member('other@example.org')
    for (const sessionToken of [null, other.token, 'x'.repeat(64)]) {
      expect(await open(token, { sessionToken })).toMatchObject({
        change: { email: null, proof: 'password' },
      })
      expect(await press(token, { sessionToken })).toEqual({ ok: false, code: 'password_needed' })
      const wrong = await press(token, { sessionToken }, 'not the password')
      expect(wrong).toEqual({ ok: false, code: 'current_password_wrong' })
    }
    expect((await emails()).sort()).toEqual([LEILANI, 'other@example.org'])
    expect(await press(token, {}, PASSWORD)).toEqual({ ok: true })
    expect((await emails()).sort()).toEqual([NEW, 'other@example.org'])
  })

  test('is refused by the button of an older page', async () => {
    await ask(leilani, NEW)
    const browser = { signUpToken: null, sessionToken: leilani.token }
    const old = await confirmEmail(portal.deps, { token: await linkTo(NEW), isClicked: true }, browser)
    expect(old).toEqual({ ok: false, code: 'page_outdated' })
    expect(await emails()).toEqual([LEILANI])
  })

  test.each([
    ['has ended', 'delete from sessions'],
    ['is 90 days old', `update sessions set created_at = now() - interval '90 days'`],
  ])('asks for the password once the session %s', async (_, sql) => {
    await ask(leilani, NEW)
    await portal.query(sql)
    expect(await press(await linkTo(NEW), leilaniHere())).toEqual({ ok: false, code: 'password_needed' })
    expect(await emails()).toEqual([LEILANI])
  })

  test('counts wrong passwords against the limit of signing in', async () => {
    await ask(leilani, NEW)
    const token = await linkTo(NEW)
    for (let n = 0; n < SIGN_INS_PER_EMAIL.allowed; n++) await press(token, {}, 'a guess')
    expect(await press(token, {}, PASSWORD)).toMatchObject({ code: 'too_many_attempts' })
    expect(await portal.signIn(LEILANI)).toMatchObject({ code: 'too_many_attempts' })
    expect(await emails()).toEqual([LEILANI])
  })

  test('needs no password of an invited person who has chosen none', async () => {
    await portal.query(`select * from invite('[{"email": "invited@example.org"}]')`)
    await portal.query(`select send_email_change('invited@example.org', '${NEW}')`)
    const token = await linkTo(NEW)
    expect(await open(token, { sessionToken: null })).toMatchObject({
      change: { email: null, proof: 'none' },
    })
    expect(await press(token)).toEqual({ ok: true })
    expect((await emails()).sort()).toEqual([LEILANI, NEW])
  })

  test('that an administrator sends can’t be taken back', async () => {
    await portal.query(`select send_email_change('${LEILANI}', '${NEW}')`)
    expect(await press(await linkTo(NEW))).toEqual({ ok: false, code: 'password_needed' })
    expect(await emails()).toEqual([LEILANI])
    expect(await confirm(await linkTo(NEW))).toBe(true)
    expect(await emails()).toEqual([NEW])
    expect(await tellings()).toEqual(['email_changed'])
  })

  test('that another account has gets no link, and no message says so', async () => {
    await portal.member('taken@example.org')
    expect(await ask(leilani, 'taken@example.org')).toEqual(await ask(leilani, 'free@example.org'))
    expect(await portal.linksTo('taken@example.org', 'change_email')).toEqual([])
    expect(await tellings()).toEqual([ASKED, ASKED])
  })

  test('with an unconfirmed sign-up is given to the member who proves the mailbox', async () => {
    await portal.signUp('squatted@example.org')
    await ask(leilani, 'squatted@example.org')
    expect(await emails()).toHaveLength(2)
    expect(await confirm(await linkTo('squatted@example.org'))).toBe(true)
    expect(await emails()).toEqual(['squatted@example.org'])
    expect(await portal.mailsTo('squatted@example.org')).toEqual(['change_email'])
  })

  test.each([
    ['confirmed it', 'update users set email_confirmed_at = now() where email = $1'],
    ['was decided about', `select decide_memberships(array[$1], 'denied')`],
  ])('stays with a stranger who %s before the link was opened', async (_, before) => {
    await portal.signUp('theirs@example.org')
    await ask(leilani, 'theirs@example.org')
    await portal.query(before, ['theirs@example.org'])
    expect(await confirm(await linkTo('theirs@example.org'))).toBe(false)
    expect((await emails()).sort()).toEqual([LEILANI, 'theirs@example.org'])
  })

  test('is dropped when its owner says ‘It wasn’t me’', async () => {
    await ask(leilani, NEW)
    const token = await linkTo(NEW)
    const before = await tellings()
    expect(await discardSignUp(portal.deps, { token })).toEqual({ ok: true, discarded: 'email_change' })
    expect(await confirm(token)).toBe(false)
    expect(await discardSignUp(portal.deps, { token })).toEqual({ ok: false, code: 'confirmation_failed' })
    expect([await tellings(), await emails()]).toEqual([before, [LEILANI]])
  })

  test.each(['pending', 'denied'])('is refused to a member who became %s', async (status) => {
    await ask(leilani, NEW)
    await portal.decide(LEILANI, status)
    expect(await confirm(await linkTo(NEW))).toBe(false)
    expect(await emails()).toEqual([LEILANI])
  })

  test('revokes the links that were emailed to the old address', async () => {
    const reset = await newLink('reset_password')
    await ask(leilani, NEW)
    expect(await confirm(await linkTo(NEW))).toBe(true)
    const form = { token: reset, password: 'aloha ahiahi' }
    expect(await resetPassword(portal.deps, form, stranger())).toMatchObject({ ok: false })
  })

  test('keeps the unsubscribe links of earlier emails', async () => {
    const unsubscribe = await newLink('unsubscribe_weekly')
    await ask(leilani, NEW)
    expect(await confirm(await linkTo(NEW))).toBe(true)
    await portal.query('select unsubscribe(sha256_hex($1))', [unsubscribe])
    expect(await portal.query('select email_preferences from profiles')).toEqual([
      { email_preferences: ['deadlines', 'announcements'] },
    ])
  })

  test.each([
    ['after a day', () => portal.pass(24 * 3600 + 60)],
    ['with a newer one', () => ask(leilani, 'newer@example.org')],
    ['when its member cancels it', () => cancelEmailChange(portal.deps, leilani)],
    [
      'with a new password',
      () => {
        const form = { currentPassword: PASSWORD, newPassword: 'aloha ahiahi' }
        return changePassword(portal.deps, leilani, form, stranger())
      },
    ],
  ])('a link ends %s', async (_, before) => {
    await ask(leilani, NEW)
    await before()
    expect(await confirm(await linkTo(NEW))).toBe(false)
    expect(await emails()).toEqual([LEILANI])
  })

  test('requires the password', async () => {
    const wrong = { ok: false, code: 'current_password_wrong' }
    expect(await ask(leilani, NEW, 'not the password')).toEqual(wrong)
    expect(await tellings()).toEqual([])
  })

  test('must differ from the old one', async () => {
    expect(await ask(leilani, LEILANI)).toEqual({ ok: false, code: 'email_unchanged' })
    expect(await tellings()).toEqual([])
  })

  test('can be requested five times an hour', async () => {
    for (let n = 0; n < 3; n++) await ask(leilani, NEW, 'not the password')
    await ask(leilani, LEILANI)
    for (let n = 0; n < EMAIL_CHANGES_PER_MEMBER.allowed; n++)
      expect(await ask(leilani, `new-${n}@example.org`)).toEqual({ ok: true })
    expect(await ask(leilani, NEW)).toMatchObject({ code: 'too_many_attempts' })
  })

  async function newLink(purpose: string): Promise<string> {
    const sql = `select create_email_token($1, $2, interval '1 day') as token`
    const [row] = await portal.query<{ token: string }>(sql, [purpose, leilani.member.id])
    return row?.token ?? ''
  }

  function ask(signedIn: SignedIn, newEmail: string, currentPassword = PASSWORD) {
    return requestEmailChange(portal.deps, signedIn, { currentPassword, newEmail: email(newEmail) })
  }

  function leilaniHere(): Partial<Browser> {
    return { sessionToken: leilani.token }
  }

  function open(token: string, browser = leilaniHere()) {
    const { sessionToken = null } = browser
    return confirmEmail(portal.deps, { token, isClicked: false }, { signUpToken: null, sessionToken })
  }

  /** Elsewhere, unless the browser says otherwise. */
  function press(token: string, browser: Partial<Browser> = {}, currentPassword?: string) {
    return confirmEmailChange(portal.deps, { token, currentPassword }, { ...stranger(), ...browser })
  }

  /** Where the member is signed in. */
  async function confirm(token: string): Promise<boolean> {
    return (await press(token, leilaniHere())).ok
  }

  function linkTo(address: string): Promise<string> {
    return portal.linkTo(address, 'change_email')
  }

  async function emails(): Promise<string[]> {
    return (await portal.query<{ email: string }>('select email from users')).map(({ email }) => email)
  }

  /** The emails to the old address. */
  async function tellings(): Promise<string[]> {
    return (await portal.mailsTo(LEILANI)).filter((kind) => /^(?:email|restore)_/.test(kind))
  }
})
