import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { beforeEach, describe, expect, test } from 'vitest'
import { SIGN_INS_PER_NETWORK } from '#src/server/limits/limits.ts'
import { isKnownBrowser } from '#src/server/sign-in/known-browsers.ts'
import { requestPasswordReset, resetPassword } from '#src/server/sign-in/reset-password.ts'
import { confirmEmail, discardSignUp, resendConfirmation } from '#src/server/sign-up/confirm-email.ts'
import { proveSignUp, setSignUpPassword } from '#src/server/sign-up/prove-sign-up.ts'
import { sha256Hex } from '#src/server/tokens.ts'
import { fastHash } from '../fakes/fast-hasher.ts'
import { awayFor } from '../support/failing-sql.ts'
import { onPortal, PASSWORD, stranger, type SignedUp } from '../support/portal.ts'
import { waitForLocks, whileHeld } from '../support/transactions.ts'

/** As many as one link allows. */
const RACERS = 5
const DAY = 24 * 3600
const NEW = 'a new password'
const OWNER = 'owner@example.org'
const NOT_GOOD = { ok: false, code: 'confirmation_failed' }
const CONFIRMED = { ok: true, passwordNeeded: false }
const NEEDED = { ok: true, passwordNeeded: true }

onPortal('who confirms is who signed up', (portal) => {
  let owner: SignedUp
  beforeEach(async () => {
    await portal.clear()
    owner = await portal.signUp(OWNER)
    await portal.query('insert into roster (email) values ($1)', [OWNER])
    portal.deps.passwords.verified.length = 0
  })

  describe('somebody on the roster is let in', () => {
    test('by confirming in the browser that signed up', async () => {
      expect(await confirm(owner.token, owner.signUpToken)).toEqual(CONFIRMED)
      expect(await status()).toBe('approved')
    })

    test('by the password, entered with the link in another browser, as often as they like', async () => {
      expect(await confirm(owner.token)).toEqual(NEEDED)
      for (let n = 0; n < 8; n++) expect(await prove(owner.token)).toEqual({ ok: true })
      expect(await status()).toBe('approved')
      expect(await confirm(owner.token)).toEqual(CONFIRMED)
    })

    test('by the password alone, entered with the link; when both were first proven stays as it was', async () => {
      expect(await prove(owner.token)).toEqual({ ok: true })
      expect(await portal.account(OWNER)).toMatchObject({ isConfirmed: true, status: 'approved' })
      await portal.query(
        `update users set email_confirmed_at = '2025-06-02', password_proven_at = '2025-06-03'`,
      )
      expect(await prove(owner.token)).toEqual({ ok: true })
      const [first] = await portal.query(
        `select email_confirmed_at = '2025-06-02' as address, password_proven_at = '2025-06-03' as password from users`,
      )
      expect(first).toEqual({ address: true, password: true })
    })

    test('by a new password, set with the link, which is told; this browser is theirs from then on', async () => {
      await confirm(owner.token)
      const result = await setPassword(owner.token)
      const device = result.ok ? (result.deviceCookie?.value ?? '') : ''
      expect(await isKnownBrowser(portal.deps.sql, device, owner.email)).toBe(true)
      expect(await portal.account(OWNER)).toMatchObject({ passwordHash: fastHash(NEW), status: 'approved' })
      expect(await portal.mailsTo(OWNER)).toContain('password_changed')
    })

    test('by a new password alone, set with the link: it confirms the address as well', async () => {
      expect(await setPassword(owner.token)).toMatchObject({ ok: true })
      expect(await portal.account(OWNER)).toMatchObject({ isConfirmed: true, status: 'approved' })
    })

    test('by a new password, set with a link that was mailed for it, and the confirmed address', async () => {
      await requestPasswordReset(portal.deps, owner.email, stranger())
      const token = await portal.linkTo(OWNER, 'reset_password')
      await resetPassword(portal.deps, { token, password: NEW }, stranger())
      expect(await status()).toBe('pending')
      expect(await confirm(owner.token)).toEqual(CONFIRMED)
      expect(await status()).toBe('approved')
    })
  })

  test('the password is needed until it is proven, also where the address is not confirmed yet', async () => {
    const needed = 'select needs_password(id) as needed from users where email = $1'
    expect(await portal.query(needed, [OWNER])).toEqual([{ needed: true }])
    await requestPasswordReset(portal.deps, owner.email, stranger())
    const token = await portal.linkTo(OWNER, 'reset_password')
    await resetPassword(portal.deps, { token, password: NEW }, stranger())
    expect(await portal.query(needed, [OWNER])).toEqual([{ needed: false }])
  })

  describe('nobody is let in', () => {
    test('by confirming alone in a browser that did not sign up, however often', async () => {
      const { signUpToken: other } = await portal.signUp('somebody-else@example.org')
      for (const browser of [null, '', 'made-up', other])
        expect(await confirm(owner.token, browser)).toEqual(NEEDED)
      expect(await portal.account(OWNER)).toMatchObject({ isConfirmed: true, status: 'pending' })
    })

    test('by a password without the link, or by a link of somebody else', async () => {
      const other = await portal.signUp('other@example.org')
      await confirm(owner.token)
      expect(await prove(randomBytes(32).toString('base64url'))).toEqual(NOT_GOOD)
      expect(await prove(other.token)).toEqual({ ok: true })
      expect(await status()).toBe('pending')
    })

    test('by a password that is not the account’s, or is another while it is proven', async () => {
      expect(await prove(owner.token, 'not the password')).toMatchObject({ code: 'current_password_wrong' })
      const passwords = {
        ...portal.deps.passwords,
        async verify() {
          await portal.query('update users set password_hash = $1', [fastHash('meanwhile')])
          return true
        },
      }
      const form = { token: owner.token, password: PASSWORD }
      expect(await proveSignUp({ ...portal.deps, passwords }, form, stranger())).toEqual(NOT_GOOD)
      expect(await portal.account(OWNER)).toMatchObject({ isConfirmed: false, status: 'pending' })
    })

    test('who is not on the roster, and the password is not asked for', async () => {
      const { token, signUpToken } = await portal.signUp('unexpected@example.org')
      expect(await confirm(token)).toEqual(CONFIRMED)
      expect(await confirm(token, signUpToken)).toEqual(CONFIRMED)
      expect(await status('unexpected@example.org')).toBe('pending')
    })

    test('by a browser that signed up longer ago than a link lasts, with a link that was sent again', async () => {
      await portal.pass(6 * DAY)
      await resendConfirmation(portal.deps, owner.email, stranger())
      const second = await portal.linkTo(OWNER, 'confirm_email')
      await portal.pass(2 * DAY)
      expect(await confirm(second, owner.signUpToken)).toEqual(NEEDED)
      expect(await status()).toBe('pending')
    })

    test('whose row on the roster is spent, and the password is not asked for', async () => {
      await decideTwice('denied')
      expect(await confirm(owner.token)).toEqual(CONFIRMED)
    })

    test('whose link has expired', async () => {
      await portal.pass(7 * DAY + 60)
      expect(await confirm(owner.token, owner.signUpToken)).toEqual(NOT_GOOD)
      expect(await prove(owner.token)).toEqual(NOT_GOOD)
      expect(await setPassword(owner.token)).toEqual(NOT_GOOD)
      expect(await discardSignUp(portal.deps, owner.token)).toEqual(NOT_GOOD)
      expect(await status()).toBe('pending')
    })
  })

  test.each([
    ['confirming', () => confirm(owner.token, owner.signUpToken)],
    ['setting a password', () => setPassword(owner.token)],
  ])('%s is about one account: nobody else’s address is confirmed by it', async (_, use) => {
    const other = await portal.signUp('other@example.org')
    expect(await use()).toMatchObject({ ok: true })
    expect(await portal.account(other.email)).toMatchObject({ isConfirmed: false })
  })

  describe('what was known stays as it was:', () => {
    const EARLIER = '2026-01-02 09:00Z'

    test.each([
      ['proven', () => confirm(owner.token, owner.signUpToken)],
      ['set', () => setPassword(owner.token)],
    ])('when the address was confirmed, also once the password is %s', async (_, use) => {
      await portal.query('update users set email_confirmed_at = $1', [EARLIER])
      expect(await use()).toMatchObject({ ok: true })
      expect(await written()).toEqual({ confirmed: new Date(EARLIER), proven: expect.any(Date) as Date })
    })

    test('when the password was proven, also once the address is confirmed or another password mailed', async () => {
      const reset = async () => {
        await requestPasswordReset(portal.deps, owner.email, stranger())
        const token = await portal.linkTo(OWNER, 'reset_password')
        return resetPassword(portal.deps, { token, password: NEW }, stranger())
      }
      for (const use of [reset, () => confirm(owner.token, owner.signUpToken)]) {
        await portal.query('update users set password_proven_at = $1', [EARLIER])
        expect(await use()).toMatchObject({ ok: true })
        expect(await written()).toMatchObject({ proven: new Date(EARLIER) })
      }
    })

    test('when a link was first used, and that no other was', async () => {
      await resendConfirmation(portal.deps, owner.email, stranger())
      await confirm(owner.token)
      const uses = `select used_at from email_confirmation_tokens order by token_hash = '${sha256Hex(owner.token)}' desc`
      expect(await portal.query(uses)).toEqual([{ used_at: expect.any(Date) as Date }, { used_at: null }])
      await portal.query('update email_confirmation_tokens set used_at = $1 where used_at is not null', [
        EARLIER,
      ])
      await confirm(owner.token)
      expect(await portal.query(uses)).toEqual([{ used_at: new Date(EARLIER) }, { used_at: null }])
    })

    async function written() {
      const [row] = await portal.query<{ confirmed: Date | null; proven: Date | null }>(
        'select email_confirmed_at as confirmed, password_proven_at as proven from users where email = $1',
        [OWNER],
      )
      return row
    }
  })

  describe('a link that confirms an address sets a password', () => {
    test('once: of as many at once as may try, exactly one', async () => {
      const words = Array.from({ length: RACERS }, (_, n) => `the password of racer ${n}`)
      const results = await Promise.all(words.map((word) => setPassword(owner.token, word)))
      expect(results.filter(({ ok }) => ok)).toHaveLength(1)
      const won = words[results.findIndex(({ ok }) => ok)] ?? ''
      expect(await portal.account(OWNER)).toMatchObject({ passwordHash: fastHash(won) })
      expect((await portal.mailsTo(OWNER)).filter((kind) => kind === 'password_changed')).toHaveLength(1)
    })

    test('and says so even where nothing but the password can be written any more', async () => {
      const deps = { ...portal.deps, sql: awayFor('remember_device', portal.deps.sql) }
      const result = await setSignUpPassword(deps, { token: owner.token, password: NEW }, stranger())
      expect(result).toEqual({ ok: true, deviceCookie: null })
      expect(await portal.account(OWNER)).toMatchObject({ passwordHash: fastHash(NEW) })
    })

    test('of an account that takes none hashes nothing', async () => {
      await decideTwice('approved')
      const hash = () => Promise.reject(new Error('nothing is to be hashed'))
      const deps = { ...portal.deps, passwords: { ...portal.deps.passwords, hash } }
      expect(await setSignUpPassword(deps, { token: owner.token, password: NEW }, stranger())).toEqual(
        NOT_GOOD,
      )
    })

    test.each([
      ['once the password is proven', () => confirm(owner.token, owner.signUpToken)],
      ['once somebody has decided', () => decideTwice('approved')],
    ])('not %s', async (_, meanwhile) => {
      await meanwhile()
      expect(await setPassword(owner.token)).toEqual(NOT_GOOD)
      expect(await portal.account(OWNER)).toMatchObject({ passwordHash: fastHash(PASSWORD) })
    })

    test('not once the password is proven of somebody whom nobody expects, whoever else has signed up', async () => {
      const other = await portal.signUp('unexpected@example.org')
      await confirm(other.token, other.signUpToken)
      expect(await setPassword(other.token)).toEqual(NOT_GOOD)
      expect(await portal.account(other.email)).toMatchObject({ passwordHash: fastHash(PASSWORD) })
      expect(await setPassword(owner.token)).toMatchObject({ ok: true })
    })

    test('and with it end sessions, known browsers and reset links', async () => {
      const other = await portal.signUp('ends@example.org')
      const session = await portal.signedIn('ends@example.org')
      await requestPasswordReset(portal.deps, other.email, stranger())
      const token = await portal.linkTo('ends@example.org', 'reset_password')
      expect(await setPassword(other.token)).toMatchObject({ ok: true })
      expect(await portal.deps.sessions.find(session.token)).toBeNull()
      expect(await resetPassword(portal.deps, { token, password: NEW }, stranger())).toMatchObject({
        ok: false,
      })
    })
  })

  describe('a password is tried with one link', () => {
    test('five times, from however many networks, and then in pauses; setting a new one counts too', async () => {
      const codes = []
      for (let n = 0; n < 7; n++) codes.push(codeOf(await prove(owner.token, 'not the password')))
      const refusals = Array<string>(2).fill('too_many_attempts')
      expect(codes).toEqual([...Array<string>(5).fill('current_password_wrong'), ...refusals])
      expect(portal.deps.passwords.verified).toHaveLength(5)
      expect(await setPassword(owner.token)).toMatchObject({ code: 'too_many_attempts' })
    })

    test('as often as a network may sign in wrongly, together with that', async () => {
      const address = '203.0.113.1'
      for (let n = 0; n < SIGN_INS_PER_NETWORK.allowed; n++)
        await portal.signIn(`a${n}@example.org`, 'guessed', { address })
      expect(codeOf(await prove(owner.token, PASSWORD, address))).toBe('too_many_attempts')
    })

    test.each(['', 'x', 'a'.repeat(43), `${'a'.repeat(43)}\n`])(
      'not when it is %j, and nothing is hashed',
      async (token) => {
        expect(await prove(token)).toEqual(NOT_GOOD)
        expect(await setPassword(token)).toEqual(NOT_GOOD)
        expect(portal.deps.passwords.verified).toEqual([])
      },
    )
  })

  describe('‘It was not me’', () => {
    test.each([false, true])(
      'removes a sign-up that nobody decided about, and what is not told yet (confirmed: %s)',
      async (isConfirmed) => {
        if (isConfirmed) await confirm(owner.token)
        expect(await discardSignUp(portal.deps, owner.token)).toEqual({ ok: true, discarded: 'sign_up' })
        expect(await portal.account(OWNER)).toBeNull()
        expect(await portal.mailsTo(OWNER)).toEqual([])
        expect(await discardSignUp(portal.deps, owner.token)).toEqual(NOT_GOOD)
      },
    )

    test('leaves the address to sign up with again, and its row on the roster as it was', async () => {
      await discardSignUp(portal.deps, owner.token)
      const again = await portal.signUp(OWNER)
      await confirm(again.token, again.signUpToken)
      expect(await status()).toBe('approved')
    })

    test('changes nothing when somebody decides at that moment', async () => {
      const deciding = `select decide_membership($1, 'denied')`
      const discarded = await whileHeld(portal.database, [deciding, [OWNER]], () =>
        discardSignUp(portal.deps, owner.token),
      )
      expect(discarded).toEqual({ ok: false, code: 'sign_up_decided' })
      expect(await status()).toBe('denied')
    })

    test('takes nobody else along, and what was told stays written down', async () => {
      const other = await portal.signUp('other@example.org')
      await portal.query(
        `update outbox set sent_at = now(), payload = null where kind = 'user_registered' and payload ->> 'email' = $1`,
        [OWNER],
      )
      const before = await portal.mailsTo(other.email)
      await discardSignUp(portal.deps, owner.token)
      expect(await portal.query('select email from users')).toEqual([{ email: other.email }])
      expect(await portal.mailsTo(other.email)).toEqual(before)
      expect(await portal.query('select kind from outbox where sent_at is not null')).toEqual([
        { kind: 'user_registered' },
      ])
    })

    test('waits for nobody who decides about others', async () => {
      const other = await portal.signUp('other@example.org')
      const admin = new pg.Client(portal.database.databaseUrl)
      await admin.connect()
      await admin.query('begin')
      await admin.query(`select decide_membership($1, 'denied')`, [other.email])
      const discarding = discardSignUp(portal.deps, owner.token)
      await Promise.race([discarding, waitForLocks(portal.database)])
      expect(await portal.account(OWNER)).toBeNull()
      await admin.query('commit')
      await admin.end()
      expect(await discarding).toEqual({ ok: true, discarded: 'sign_up' })
    })

    test('changes nothing once somebody has decided', async () => {
      await decideTwice('denied')
      expect(await discardSignUp(portal.deps, owner.token)).toEqual({ ok: false, code: 'sign_up_decided' })
      expect(await status()).toBe('pending')
    })
  })

  function confirm(token: string, signUpToken: string | null = null) {
    return confirmEmail(portal.deps, token, { signUpToken })
  }

  function prove(token: string, password = PASSWORD, address = stranger().address) {
    return proveSignUp(portal.deps, { token, password }, { address })
  }

  function setPassword(token: string, password = NEW) {
    return setSignUpPassword(portal.deps, { token, password }, stranger())
  }

  async function decideTwice(decision: string) {
    for (const to of [decision, 'pending']) await portal.decide(OWNER, to)
  }

  async function status(email = OWNER) {
    return (await portal.account(email))?.status
  }
})

function codeOf(result: { ok: true } | { ok: false; code: string }): string {
  return result.ok ? 'ok' : result.code
}
