import { beforeEach, describe, expect, test } from 'vitest'
import { SIGN_INS_PER_DEVICE, SIGN_INS_PER_EMAIL } from '#src/server/limits/attempt-limits.ts'
import { approvalStatuses } from '#src/server/member.ts'
import { signOutEverywhere } from '#src/server/sessions/sessions.ts'
import { signIn } from '#src/server/sign-in/sign-in.ts'
import { signUp } from '#src/server/sign-up/sign-up.ts'
import { newToken, sha256Hex } from '#src/server/tokens.ts'
import { errorText } from '#src/shared/errors.ts'
import { SignInForm, SignUpForm } from '#src/shared/forms.ts'
import { fastHash, weakHash } from '../fakes/fast-hasher.ts'
import { onPortal, PASSWORD, stranger, type Portal } from '../support/portal.ts'
import { everyRow } from '../support/query.ts'

const LEILANI = 'leilani@example.org'
const RACERS = 20
const WRONG = 'not the password'
const refused = { ok: false, code: 'invalid_credentials' }

onPortal('signing in', (portal) => {
  beforeEach(async () => {
    await portal.clear()
    await portal.signUp(LEILANI)
    portal.deps.passwords.verified.length = 0
  })

  test.each([
    ['pending', 'First, confirm your email with the link we sent you. Then we’ll review your account.'],
    ['denied', 'Your account access has been denied.'],
  ])('the right password of a %s member opens no session', async (status, text) => {
    await portal.decide(LEILANI, status)
    for (let n = 0; n <= SIGN_INS_PER_EMAIL.allowed; n++) {
      const result = await portal.signIn(LEILANI)
      expect(result.ok ? '' : errorText[result.code]).toBe(text)
    }
    expect(await sessionsOf(portal)).toEqual([])
  })

  test.each(approvalStatuses)(
    'a wrong password for a %s member gets the same response as an unknown address',
    async (status) => {
      await portal.decide(LEILANI, status)
      expect(await portal.signIn(LEILANI, WRONG)).toEqual(refused)
      expect(await portal.signIn('stranger@example.org')).toEqual(refused)
      expect(await sessionsOf(portal)).toEqual([])
      // Both cost one hash.
      expect(portal.deps.passwords.verified).toEqual([fastHash(PASSWORD), null])
    },
  )

  test('an outdated hash is replaced only after the right password', async () => {
    await portal.decide(LEILANI, 'approved')
    await portal.query('update users set password_hash = $1', [weakHash(PASSWORD)])
    await portal.signIn(LEILANI, WRONG)
    expect(await portal.account(LEILANI)).toMatchObject({ passwordHash: weakHash(PASSWORD) })
    expect(await portal.signIn(LEILANI)).toMatchObject({ ok: true })
    expect(await portal.account(LEILANI)).toMatchObject({ passwordHash: fastHash(PASSWORD) })
  })

  test.each([fastHash(PASSWORD), weakHash(PASSWORD)])(
    'is refused when the password changes meanwhile (%s)',
    async (before) => {
      await portal.decide(LEILANI, 'approved')
      await portal.query('update users set password_hash = $1', [before])
      const passwords: Portal['deps']['passwords'] = {
        ...portal.deps.passwords,
        async verify(...asked) {
          await portal.query('update users set password_hash = $1', [fastHash('new one')])
          return portal.deps.passwords.verify(...asked)
        },
      }
      const form = SignInForm.parse({ email: LEILANI, password: PASSWORD })
      expect(await signIn({ ...portal.deps, passwords }, form, stranger())).toEqual(refused)
      expect(await portal.account(LEILANI)).toMatchObject({ passwordHash: fastHash('new one') })
      expect(await sessionsOf(portal)).toEqual([])
    },
  )

  test('the session of a browser is replaced by one with another token', async () => {
    await portal.decide(LEILANI, 'approved')
    const tokenOfSignIn = async (sessionToken: string | null) => {
      const result = await portal.signIn(LEILANI, PASSWORD, { sessionToken })
      return result.ok ? result.cookies.session.value : ''
    }
    const first = await tokenOfSignIn(null)
    expect(await sessionsOf(portal)).toEqual([sha256Hex(first)])
    const second = await tokenOfSignIn(first)
    expect(second).not.toBe(first)
    expect(await sessionsOf(portal)).toEqual([sha256Hex(second)])
  })

  describe('an attempt is counted', () => {
    const home = { address: '203.0.113.1' }
    beforeEach(() => portal.decide(LEILANI, 'approved'))

    test.each([LEILANI, 'stranger@example.org'])('before anything is hashed: %s', async (address) => {
      for (let n = 0; n < 5; n++) expect(await portal.signIn(address, WRONG)).toEqual(refused)
      portal.deps.passwords.verified.length = 0
      const permit = { ok: false, code: 'too_many_attempts', retryAfterSeconds: 1 }
      expect(await portal.signIn(address)).toEqual(permit)
      expect(portal.deps.passwords.verified).toEqual([])
    })

    test('for the account, with any made-up token of a known browser', async () => {
      const guess = () => portal.signIn(LEILANI, WRONG, { deviceToken: newToken().token })
      for (let n = 0; n < SIGN_INS_PER_EMAIL.allowed; n++) expect(await guess()).toEqual(refused)
      expect(await guess()).toMatchObject({ code: 'too_many_attempts' })
    })

    test('for a known browser, up to its limit', async () => {
      const first = await portal.signIn(LEILANI)
      const known = { deviceToken: first.ok ? (first.cookies.device?.value ?? null) : null }
      for (let n = 0; n < SIGN_INS_PER_DEVICE.allowed; n++)
        expect(await portal.signIn(LEILANI, WRONG, known)).toEqual(refused)
      expect(await portal.signIn(LEILANI, PASSWORD, known)).toMatchObject({ code: 'too_many_attempts' })
    })

    test('for a known browser against that browser alone', async () => {
      const first = await portal.signIn(LEILANI, PASSWORD, home)
      const known = { ...home, deviceToken: first.ok ? (first.cookies.device?.value ?? null) : null }
      for (let n = 0; n < 9; n++) await portal.signIn(LEILANI, WRONG, known)
      expect(await portal.signIn(LEILANI, PASSWORD, known)).toMatchObject({
        ok: true,
        cookies: { device: null },
      })
      expect(await portal.signIn(LEILANI, PASSWORD, home)).toMatchObject({ ok: true })
    })
  })

  describe('owner-lockout: a known browser', () => {
    test('is known for the member who signed in with it', async () => {
      await portal.decide(LEILANI, 'approved')
      await portal.member('kai@example.org')
      const deviceToken = await remembered(LEILANI, null)
      expect(await remembered(LEILANI, deviceToken)).toBeNull()
      expect(await remembered('kai@example.org', deviceToken)).toMatch(/^[0-9a-f]{64}$/)
    })

    /** The token of the cookie that a sign-in sets; null when the browser is known. */
    async function remembered(owner: string, deviceToken: string | null): Promise<string | null> {
      const result = await portal.signIn(owner, PASSWORD, { deviceToken })
      if (!result.ok) throw new Error(result.code)
      return result.cookies.device?.value ?? null
    }
  })

  test('signing out ends all of the member’s sessions', async () => {
    const [phone, kai] = [await portal.member('keala@example.org'), await portal.member('kai@example.org')]
    await portal.signedIn('keala@example.org')
    await signOutEverywhere(portal.deps, phone.token)
    expect(await sessionsOf(portal)).toEqual([sha256Hex(kai.token)])
  })
})

onPortal('signing up', (portal) => {
  beforeEach(() => portal.clear())

  test('creates a pending account', async () => {
    const fullName = 'Kalākaua ʻŌhiʻa 張 🌺 "quotes" </script>'
    expect(await register({ fullName })).toMatchObject({
      ok: true,
      cookies: { 'sign-up': { name: 'sign-up' } },
    })
    expect(await portal.account(LEILANI)).toMatchObject({ status: 'pending', isConfirmed: false })
    expect(await portal.query('select full_name from profiles')).toEqual([{ full_name: fullName }])
    expect(await portal.mailsTo(LEILANI)).toEqual(['confirm_email', 'user_registered'])
    expect(await portal.signIn(LEILANI)).toEqual({ ok: false, code: 'account_unconfirmed' })
    expect(await portal.query('select id from sessions')).toEqual([])
  })

  test('is refused with the address of an account', async () => {
    await register()
    const result = await register({ password: 'another password' })
    expect(result.ok ? '' : errorText[result.code]).toBe(
      'An account with this email already exists. Please sign in instead.',
    )
    expect(await portal.signIn(LEILANI)).toEqual({ ok: false, code: 'account_unconfirmed' })
    expect(await portal.mailsTo(LEILANI)).toEqual(['confirm_email', 'user_registered'])
  })

  test('twenty times concurrently creates one account', async () => {
    const results = await Promise.all(Array.from({ length: RACERS }, () => register()))
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(results.filter((result) => !result.ok && result.code === 'email_taken')).toHaveLength(RACERS - 1)
    expect(await portal.query('select approval_status from profiles')).toHaveLength(1)
  })

  test('is refused if the honeypot is filled in', async () => {
    const refusal = { ok: false, code: 'honeypot_filled' }
    expect(await register({ message: 'https://konalabs.example' })).toEqual(refusal)
    expect(await portal.account(LEILANI)).toBeNull()
  })

  test.each([{ message: '' }, { website: 'https://konalabs.example' }])(
    'creates an account with %j',
    async (fields) => {
      expect(await register(fields)).toMatchObject({ ok: true })
      expect(await portal.account(LEILANI)).not.toBeNull()
    },
  )

  function register(fields: object = {}) {
    const form = SignUpForm.parse({ email: LEILANI, password: PASSWORD, ...fields })
    return signUp(portal.deps, form, stranger())
  }
})

onPortal('concurrent sign-ins', (portal) => {
  test('keeps the ten latest sessions', async () => {
    const oldest = await portal.member(LEILANI)
    const devices = []
    for (let n = 0; n < 10; n++) {
      const result = await portal.signIn(LEILANI)
      devices.push(result.ok ? (result.cookies.device?.value ?? null) : null)
    }
    expect(await sessionsOf(portal)).not.toContain(sha256Hex(oldest.token))

    const results = await Promise.all(
      devices.map((deviceToken) => portal.signIn(LEILANI, PASSWORD, { deviceToken })),
    )
    const tokens = results.map((result) => (result.ok ? result.cookies.session.value : ''))
    expect((await sessionsOf(portal)).sort()).toEqual(tokens.map(sha256Hex).sort())
  })

  test('stores no token in the database', async () => {
    const { token } = await portal.member('kai@example.org')
    const result = await portal.signIn('kai@example.org')
    const everything = await everyRow(portal.database)
    for (const secret of [token, result.ok ? result.cookies.session.value : ''])
      expect(everything).not.toContain(secret)
  })
})

async function sessionsOf(portal: Portal): Promise<string[]> {
  return (await portal.query<{ id: string }>('select id from sessions')).map(({ id }) => id)
}
