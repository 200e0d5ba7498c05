import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Email } from '#src/shared/forms.ts'
import { portals, type Portal } from '../support/portals.ts'

const RACERS = 20
const DAY = 24 * 3600
const CHOSEN = '$argon2id$chosen'
const NEW = '$argon2id$new'

describe.each(portals)('Who confirms is who signed up: %s', (_, open) => {
  let portal: Portal
  beforeAll(async () => {
    portal = await open()
  })
  afterAll(() => portal.close())

  describe('somebody on the roster is let in', () => {
    test('by confirming in the browser that signed up', async () => {
      const { email, token, browser } = await expected('same-browser')
      expect(await portal.confirmations.confirm(token, browser)).toBe('confirmed')
      expect(await statusOf(email)).toBe('approved')
    })

    test('by the password, entered with the link in another browser', async () => {
      const { email, token } = await expected('password')
      expect(await portal.confirmations.confirm(token, null)).toBe('password_needed')
      expect(await portal.signUpProofs.find(token)).toMatchObject({
        passwordHash: CHOSEN,
        takesPassword: true,
      })
      expect(await portal.signUpProofs.prove(token, CHOSEN)).toBe(true)
      expect(await statusOf(email)).toBe('approved')
      expect(await portal.confirmations.confirm(token, null)).toBe('confirmed')
      expect(await portal.signUpProofs.prove(token, CHOSEN)).toBe(true)
    })

    test('by a new password, set with the link', async () => {
      const { email, token } = await expected('new-password')
      await portal.confirmations.confirm(token, null)
      expect(await portal.signUpProofs.setPassword(token, NEW)).toBe(await idOf(email))
      expect(await portal.accounts.findByEmail(email)).toMatchObject({
        passwordHash: NEW,
        approvalStatus: 'approved',
      })
      expect(await kindsTo(email)).toContain('password_changed')
    })

    test('by a new password, set with a link that was mailed for it, and the confirmed address', async () => {
      const { email, token } = await expected('reset')
      await portal.passwordResets.request(email, { name: 'mails', allowed: 3, seconds: 3600 })
      const reset = (await portal.mails()).findLast(
        ({ to, kind }) => to === email && kind === 'reset_password',
      )
      await portal.passwordResets.redeem(reset?.token ?? '', NEW)
      expect(await statusOf(email)).toBe('pending')
      expect(await portal.confirmations.confirm(token, null)).toBe('confirmed')
      expect(await statusOf(email)).toBe('approved')
    })
  })

  describe('nobody is let in', () => {
    test('by confirming alone in a browser that did not sign up, however often', async () => {
      const { email, token } = await expected('stranger')
      const { browser: other } = await signedUp('somebody-else')
      for (const browser of [null, '', 'made-up', other]) {
        expect(await portal.confirmations.confirm(token, browser)).toBe('password_needed')
      }
      expect(await portal.isConfirmed(email)).toBe(true)
      expect(await statusOf(email)).toBe('pending')
    })

    test('by a password without the link, or by a link of somebody else', async () => {
      const { email, token } = await expected('no-link')
      const other = await signedUp('other-link')
      await portal.confirmations.confirm(token, null)
      expect(await portal.signUpProofs.prove(randomBytes(32).toString('base64url'), CHOSEN)).toBe(false)
      expect(await portal.signUpProofs.prove(other.token, CHOSEN)).toBe(true)
      expect(await statusOf(email)).toBe('pending')
    })

    test('by a password that is not the account’s any more', async () => {
      const { email, token } = await expected('older-password')
      expect(await portal.signUpProofs.prove(token, '$argon2id$another')).toBe(false)
      expect(await portal.isConfirmed(email)).toBe(false)
      expect(await statusOf(email)).toBe('pending')
    })

    test('who is not on the roster, and the password is not asked for', async () => {
      const { email, token, browser } = await signedUp('unexpected')
      expect(await portal.confirmations.confirm(token, null)).toBe('confirmed')
      expect(await portal.confirmations.confirm(token, browser)).toBe('confirmed')
      expect(await statusOf(email)).toBe('pending')
    })

    test('whose link has expired', async () => {
      const { email, token, browser } = await expected('expired')
      await portal.pass(7 * DAY + 60)
      expect(await portal.confirmations.confirm(token, browser)).toBeNull()
      expect(await portal.signUpProofs.find(token)).toBeNull()
      expect(await portal.signUpProofs.prove(token, CHOSEN)).toBe(false)
      expect(await portal.signUpProofs.setPassword(token, NEW)).toBeNull()
      expect(await portal.confirmations.discard(token)).toBeNull()
      expect(await statusOf(email)).toBe('pending')
    })
  })

  describe('a link that confirms an address sets a password', () => {
    test('once: of twenty at once, exactly one', async () => {
      const { email, token } = await expected('race')
      const hashes = Array.from({ length: RACERS }, (_, n) => `$argon2id$racer-${n}`)
      const ids = await Promise.all(hashes.map((hash) => portal.signUpProofs.setPassword(token, hash)))
      expect(ids.filter((id) => id !== null)).toHaveLength(1)
      const won = hashes[ids.findIndex((id) => id !== null)]
      expect((await portal.accounts.findByEmail(email))?.passwordHash).toBe(won)
      expect((await kindsTo(email)).filter((kind) => kind === 'password_changed')).toHaveLength(1)
    })

    test('not once the password is proven, or somebody has decided', async () => {
      const proven = await signedUp('proven')
      await portal.confirmations.confirm(proven.token, proven.browser)
      const decided = await signedUp('decided')
      await portal.decide(decided.email, 'approved')
      await portal.decide(decided.email, 'pending')
      for (const { email, token } of [proven, decided]) {
        expect(await portal.signUpProofs.find(token)).toMatchObject({ takesPassword: false })
        expect(await portal.signUpProofs.setPassword(token, NEW)).toBeNull()
        expect((await portal.accounts.findByEmail(email))?.passwordHash).toBe(CHOSEN)
      }
    })

    test('and with it end sessions, known browsers and reset links', async () => {
      const { email, token } = await signedUp('ends')
      const id = await idOf(email)
      const session = await portal.sessions.start(id, { passwordHash: CHOSEN, userAgent: null })
      const device = await portal.devices.remember(id)
      await portal.passwordResets.request(email, { name: 'mails', allowed: 3, seconds: 3600 })
      const reset = (await portal.mails()).findLast(
        ({ to, kind }) => to === email && kind === 'reset_password',
      )
      await portal.signUpProofs.setPassword(token, NEW)
      expect(await portal.sessions.find(session?.value ?? '')).toBeNull()
      expect(await portal.devices.isKnown(device.value, email)).toBe(false)
      expect(await portal.passwordResets.isOpen(reset?.token ?? '')).toBe(false)
    })
  })

  describe('‘It was not me’', () => {
    test.each([false, true])(
      'removes a sign-up that nobody decided about, and what is not told yet (confirmed: %s)',
      async (isConfirmed) => {
        const { email, token } = await expected(`not-me-${isConfirmed}`)
        if (isConfirmed) await portal.confirmations.confirm(token, null)
        expect(await portal.confirmations.discard(token)).toBe('sign_up')
        expect(await portal.accounts.findByEmail(email)).toBeNull()
        expect(await kindsTo(email)).toEqual([])
        expect(await portal.confirmations.discard(token)).toBeNull()
      },
    )

    test('leaves the address to sign up with again, and its row on the roster as it was', async () => {
      const { email, token } = await expected('again')
      await portal.confirmations.discard(token)
      const { token: next, browser } = await signedUp('again')
      await portal.confirmations.confirm(next, browser)
      expect(await statusOf(email)).toBe('approved')
    })

    test('changes nothing once somebody has decided', async () => {
      const { email, token } = await signedUp('too-late')
      await portal.decide(email, 'denied')
      await portal.decide(email, 'pending')
      expect(await portal.confirmations.discard(token)).toBe('decided')
      expect(await statusOf(email)).toBe('pending')
    })
  })

  async function expected(name: string) {
    const person = await signedUp(name)
    await portal.addToRoster(person.email)
    return person
  }

  async function signedUp(name: string) {
    const email = Email.parse(`${name}@example.org`)
    const browser = randomBytes(32).toString('base64url')
    await portal.accounts.register({ email, passwordHash: CHOSEN, fullName: null, browserToken: browser })
    const mail = (await portal.mails()).findLast(({ to, kind }) => to === email && kind === 'confirm_email')
    return { email, browser, token: mail?.token ?? '' }
  }

  async function statusOf(email: Email) {
    return (await portal.accounts.findByEmail(email))?.approvalStatus
  }

  async function idOf(email: Email): Promise<string> {
    return (await portal.accounts.findByEmail(email))?.id ?? ''
  }

  async function kindsTo(email: Email): Promise<string[]> {
    return (await portal.mails()).filter(({ to }) => to === email).map(({ kind }) => kind)
  }
})
