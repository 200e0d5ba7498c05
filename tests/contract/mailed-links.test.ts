import { beforeEach, describe, expect, test } from 'vitest'
import { countAttempt } from '#src/server/limits/rate-limits.ts'
import {
  CONFIRM_MAILS_PER_NETWORK,
  type Limit,
  RESET_MAILS_PER_NETWORK,
  SIGN_UPS_PER_NETWORK,
} from '#src/server/limits/attempt-limits.ts'
import { readPasswordLink, requestPasswordReset, resetPassword } from '#src/server/sign-in/reset-password.ts'
import { confirmEmail, requestConfirmation, signUp } from '#src/server/sign-up/sign-up.ts'
import { newToken } from '#src/server/tokens.ts'
import { SignUpForm } from '#src/shared/forms.ts'
import { fastHash } from '../fakes/fast-hasher.ts'
import { email, onPortal, PASSWORD, stranger } from '../support/portal.ts'

const RACERS = 20
const DAY = 24 * 3600
const KAI = 'kai@example.org'
const STRANGER = 'stranger@example.org'
const NEW = 'a new password'
const NOT_GOOD = { ok: false, code: 'reset_token_invalid' }

onPortal('mailed links', (portal) => {
  beforeEach(() => portal.clear())

  describe('confirming an address', () => {
    test('approves no one', async () => {
      const { token } = await portal.signUp(KAI)
      expect(await confirm(token)).toBe(true)
      expect(await portal.account(KAI)).toMatchObject({ isConfirmed: true, status: 'pending' })
    })

    test('works with the same link for seven days', async () => {
      const { token } = await portal.signUp(KAI)
      for (let n = 0; n < 3; n++) expect(await confirm(token)).toBe(true)
      await portal.pass(7 * DAY - 60)
      expect(await confirm(token)).toBe(true)
      await portal.pass(120)
      expect(await confirm(token)).toBe(false)
    })

    test('sends three more links an hour', async () => {
      await portal.signUp(KAI)
      for (let n = 0; n < 6; n++) await resend(KAI)
      expect(await portal.linksTo(KAI, 'confirm_email')).toHaveLength(1 + 3)
    })

    test('sends no link to a confirmed address', async () => {
      const { token } = await portal.signUp(KAI)
      await confirm(token)
      await resend(KAI)
      expect(await portal.linksTo(KAI, 'confirm_email')).toHaveLength(1)
    })

    test('sends no link to a stranger', async () => {
      await resend(STRANGER)
      expect(await portal.mailsTo(STRANGER)).toEqual([])
    })
  })

  describe('setting a new password', () => {
    test('makes this browser a known one', async () => {
      const result = await redeem(await requested(KAI))
      const device = result.ok ? (result.cookies.device?.value ?? '') : ''
      expect(await portal.isKnownBrowser(device, KAI)).toBe(true)
    })

    test('works once with a link', async () => {
      const token = await requested(KAI)
      expect(token).toMatch(/^[0-9a-f]{64}$/)
      expect(await redeem(token)).toMatchObject({ ok: true })
      expect(await redeem(token, 'a third password')).toEqual(NOT_GOOD)
      expect(await portal.account(KAI)).toMatchObject({ passwordHash: fastHash(NEW) })
      expect(await mailsOf('password_changed')).toBe(1)
    })

    test('works for one of twenty concurrent requests', async () => {
      const token = await requested(KAI)
      const words = Array.from({ length: RACERS }, (_, n) => `the password of racer ${n}`)
      const results = await Promise.all(words.map((word) => redeem(token, word)))
      expect(results.filter(({ ok }) => ok)).toHaveLength(1)
      const won = words[results.findIndex(({ ok }) => ok)] ?? ''
      expect(await portal.account(KAI)).toMatchObject({ passwordHash: fastHash(won) })
      expect(await mailsOf('password_changed')).toBe(1)
    })

    test('starts by showing whose link it is', async () => {
      const leilani = await portal.member('leilani@example.org')
      const token = await requested(KAI)
      for (let n = 0; n < 2; n++) expect(await read(token)).toEqual({ email: KAI, isSignedIn: false })
      expect(await read(token, leilani.token)).toEqual({ email: KAI, isSignedIn: true })
      expect(await redeem(token)).toMatchObject({ ok: true })
      expect(await read(token, leilani.token)).toEqual({ email: null, isSignedIn: true })
    })

    test('is refused with a link of another kind', async () => {
      const used = await requested(KAI)
      await redeem(used)
      const { token: confirmation } = await portal.signUp('purpose@example.org')
      for (const other of [used, newToken().token, confirmation, '', 'x']) {
        expect(await read(other)).toEqual({ email: null, isSignedIn: false })
        expect(await redeem(other)).toEqual(NOT_GOOD)
      }
      expect(await confirm(await requested(KAI))).toBe(false)
    })

    test.each([
      [59, true],
      [61, false],
    ])('works with a link for an hour: after %i minutes %s', async (minutes, works) => {
      const token = await requested(KAI)
      await portal.pass(minutes * 60)
      expect((await redeem(token)).ok).toBe(works)
    })

    test('sends no link to a stranger', async () => {
      await requestPasswordReset(portal.deps, { email: email(STRANGER) }, stranger())
      expect(await portal.mailsTo(STRANGER)).toEqual([])
    })

    test('sends three links an hour', async () => {
      for (let n = 0; n < 6; n++) await requested(KAI)
      expect(await mailsOf('reset_password')).toBe(3)
    })
  })

  describe('a network that has reached its limit', () => {
    const network = { address: '203.0.113.1', userAgent: null }
    const useUp = async (limit: Limit) => {
      for (let n = 0; n < limit.allowed; n++) await countAttempt(portal.deps.sql, limit, network.address)
    }
    const refused = { ok: false, code: 'too_many_attempts', retryAfterSeconds: expect.any(Number) as number }

    test('isn’t told which accounts there are', async () => {
      await portal.signUp(KAI)
      await useUp(SIGN_UPS_PER_NETWORK)
      for (const address of [KAI, STRANGER]) {
        const form = SignUpForm.parse({ email: address, password: PASSWORD })
        expect(await signUp(portal.deps, form, network)).toEqual(refused)
      }
      expect(await portal.account(STRANGER)).toBeNull()
    })

    test('is sent no link', async () => {
      await portal.signUp(KAI)
      await useUp(RESET_MAILS_PER_NETWORK)
      await useUp(CONFIRM_MAILS_PER_NETWORK)
      const before = await portal.mailsTo(KAI)
      expect(await requestPasswordReset(portal.deps, { email: email(KAI) }, network)).toEqual(refused)
      expect(await requestConfirmation(portal.deps, { email: email(KAI) }, network)).toEqual(refused)
      expect(await portal.mailsTo(KAI)).toEqual(before)
    })
  })

  async function confirm(token: string): Promise<boolean> {
    return (await confirmEmail(portal.deps, { token, isClicked: true }, { signUpToken: null })).ok
  }

  function resend(address: string) {
    return requestConfirmation(portal.deps, { email: email(address) }, stranger())
  }

  /** The link of a person who is signed up, or is from now on. */
  async function requested(address: string): Promise<string> {
    if (!(await portal.account(address))) await portal.signUp(address)
    await requestPasswordReset(portal.deps, { email: email(address) }, stranger())
    return portal.linkTo(address, 'reset_password')
  }

  function read(token: string, sessionToken: string | null = null) {
    return readPasswordLink(portal.deps, { token }, { sessionToken })
  }

  function redeem(token: string, password = NEW) {
    return resetPassword(portal.deps, { token, password }, stranger())
  }

  async function mailsOf(kind: string): Promise<number> {
    return (await portal.mailsTo(KAI)).filter((each) => each === kind).length
  }
})
