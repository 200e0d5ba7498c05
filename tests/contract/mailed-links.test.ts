import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Limit } from '#src/server/vendors/ports.ts'
import { Email } from '#src/shared/forms.ts'
import { portals, type Portal } from '../support/portals.ts'

const RACERS = 20
const HOUR = 3600
const DAY = 24 * HOUR
const OLD = '$argon2id$old'
const NEW = '$argon2id$new'
const limit: Limit = { name: 'mails', allowed: 3, seconds: HOUR }

describe.each(portals)('Mailed links: %s', (_, open) => {
  let portal: Portal
  beforeAll(async () => {
    portal = await open()
  })
  afterAll(() => portal.close())

  describe('confirming an address', () => {
    test('signing up sends one link and one word to other systems', async () => {
      const email = await member('new')
      expect(await sentTo(email)).toEqual(['confirm_email', 'user_registered'])
      expect(await portal.isConfirmed(email)).toBe(false)
    })

    test('a sign-up that came second sends nothing', async () => {
      const email = await member('twice')
      await portal.accounts.register({ email, passwordHash: OLD, fullName: null, browserToken: 'x' })
      expect(await sentTo(email)).toEqual(['confirm_email', 'user_registered'])
    })

    test('the same link succeeds every time, and the address is confirmed', async () => {
      const email = await member('again')
      const token = await lastToken(email)
      for (let n = 0; n < 5; n++) expect(await confirm(token)).toBe('confirmed')
      expect(await portal.isConfirmed(email)).toBe(true)
    })

    test('it approves nobody', async () => {
      const email = await member('unapproved')
      await confirm(await lastToken(email))
      expect((await portal.accounts.findByEmail(email))?.approvalStatus).toBe('pending')
    })

    test('it works for seven days and no longer', async () => {
      const email = await member('late')
      const token = await lastToken(email)
      await portal.pass(7 * DAY - 60)
      expect(await confirm(token)).toBe('confirmed')
      await portal.pass(120)
      expect(await confirm(token)).toBeNull()
    })

    test('resent, there is another link, and both work', async () => {
      const email = await member('resent')
      const first = await lastToken(email)
      await portal.confirmations.resend(email, [limit])
      const second = await lastToken(email)
      expect(second).not.toBe(first)
      expect(await confirm(first)).toBe('confirmed')
      expect(await confirm(second)).toBe('confirmed')
    })

    test('nothing is resent to a confirmed address, to a stranger, or beyond the limit', async () => {
      const confirmed = await member('confirmed')
      await confirm(await lastToken(confirmed))
      await portal.confirmations.resend(confirmed, [limit])
      expect(await sentTo(confirmed)).toEqual(['confirm_email', 'user_registered'])

      const stranger = Email.parse('stranger-1@example.org')
      await portal.confirmations.resend(stranger, [limit])
      expect(await sentTo(stranger)).toEqual([])

      const eager = await member('eager')
      for (let n = 0; n < 6; n++) await portal.confirmations.resend(eager, [limit])
      expect((await sentTo(eager)).filter((kind) => kind === 'confirm_email')).toHaveLength(1 + 3)
    })
  })

  describe('a mail that several limits must allow', () => {
    const mailbox: Limit = { name: 'mailbox', allowed: 4, seconds: HOUR }

    test('is sent no more often than the smallest allows, and uses up none of the next where that refuses', async () => {
      const email = await member('bombed')
      for (let n = 0; n < 6; n++) await portal.confirmations.resend(email, [limit, mailbox])
      expect(await resentTo(email)).toBe(3)
      const other = { ...limit, name: 'other mails' }
      for (let n = 0; n < 6; n++) await portal.confirmations.resend(email, [other, mailbox])
      expect(await resentTo(email)).toBe(4)
    })

    test('is not sent to a stranger, and counted all the same', async () => {
      const stranger = Email.parse('stranger-3@example.org')
      for (let n = 0; n < 3; n++) await portal.confirmations.resend(stranger, [limit, mailbox])
      expect(await portal.rateLimits.take(mailbox, stranger)).toEqual({ ok: true })
      expect(await portal.rateLimits.take(mailbox, stranger)).toMatchObject({ code: 'too_many_attempts' })
    })
  })

  describe('setting a new password', () => {
    test('a link sets it once', async () => {
      const email = await member('forgetful')
      const token = await requested(email)
      expect(await portal.passwordResets.isOpen(token)).toBe(true)
      expect(await portal.passwordResets.redeem(token, NEW)).toBe(await idOf(email))
      expect((await portal.accounts.findByEmail(email))?.passwordHash).toBe(NEW)

      expect(await portal.passwordResets.isOpen(token)).toBe(false)
      expect(await portal.passwordResets.redeem(token, '$argon2id$third')).toBeNull()
      expect((await portal.accounts.findByEmail(email))?.passwordHash).toBe(NEW)
    })

    test('the member is told that it happened', async () => {
      const email = await member('told')
      await portal.passwordResets.redeem(await requested(email), NEW)
      expect((await sentTo(email)).filter((kind) => kind === 'password_changed')).toHaveLength(1)
    })

    test('all sessions, all other links and all known browsers end, and nobody else’s', async () => {
      const email = await member('taken-over')
      const sessions = [await session(email), await session(email)]
      const links = [await requested(email), await requested(email)]
      const device = await portal.devices.remember(await idOf(email))
      const other = await member('bystander')
      const otherSession = await session(other)
      const otherLink = await requested(other)

      await portal.passwordResets.redeem(links[0] ?? '', NEW)
      for (const token of sessions) expect(await portal.sessions.find(token)).toBeNull()
      expect(await portal.passwordResets.isOpen(links[1] ?? '')).toBe(false)
      expect(await portal.passwordResets.redeem(links[1] ?? '', NEW)).toBeNull()
      expect(await portal.devices.isKnown(device.value, email)).toBe(false)
      expect(await portal.sessions.find(otherSession)).not.toBeNull()
      expect(await portal.passwordResets.isOpen(otherLink)).toBe(true)
    })

    test('of twenty at once with one link, exactly one succeeds', async () => {
      const email = await member('race')
      const token = await requested(email)
      const hashes = Array.from({ length: RACERS }, (_, n) => `$argon2id$racer-${n}`)
      const ids = await Promise.all(hashes.map((hash) => portal.passwordResets.redeem(token, hash)))
      expect(ids.filter((id) => id !== null)).toHaveLength(1)
      expect((await portal.accounts.findByEmail(email))?.passwordHash).toBe(
        hashes[ids.findIndex((id) => id !== null)],
      )
      expect((await sentTo(email)).filter((kind) => kind === 'password_changed')).toHaveLength(1)
    })

    test('of three links used at once, exactly one succeeds', async () => {
      const email = await member('links-race')
      const tokens = [await requested(email), await requested(email), await requested(email)]
      const ids = await Promise.all(tokens.map((token) => portal.passwordResets.redeem(token, NEW)))
      expect(ids.filter((id) => id !== null)).toHaveLength(1)
    })

    test('it works for an hour and no longer', async () => {
      const email = await member('slow')
      const token = await requested(email)
      await portal.pass(59 * 60)
      expect(await portal.passwordResets.isOpen(token)).toBe(true)
      await portal.pass(2 * 60)
      expect(await portal.passwordResets.isOpen(token)).toBe(false)
      expect(await portal.passwordResets.redeem(token, NEW)).toBeNull()
    })

    test('a link for one purpose is worth nothing for the other', async () => {
      const email = await member('purpose')
      const confirmation = await lastToken(email)
      const reset = await requested(email)
      expect(await portal.passwordResets.isOpen(confirmation)).toBe(false)
      expect(await portal.passwordResets.redeem(confirmation, NEW)).toBeNull()
      expect(await confirm(reset)).toBeNull()
    })

    test('a token is 256 bits', async () => {
      expect(await requested(await member('bits'))).toMatch(/^[\w-]{43}$/)
    })

    test('an unknown token is worth nothing', async () => {
      const token = randomBytes(32).toString('base64url')
      expect(await portal.passwordResets.isOpen(token)).toBe(false)
      expect(await portal.passwordResets.redeem(token, NEW)).toBeNull()
    })

    test('nothing is sent to a stranger, or beyond the limit', async () => {
      const stranger = Email.parse('stranger-2@example.org')
      await portal.passwordResets.request(stranger, limit)
      expect(await sentTo(stranger)).toEqual([])

      const email = await member('impatient')
      for (let n = 0; n < 6; n++) await portal.passwordResets.request(email, limit)
      expect((await sentTo(email)).filter((kind) => kind === 'reset_password')).toHaveLength(3)
    })
  })

  describe('owner-lockout: known browsers', () => {
    test('a browser is known for the member who signed in with it, and for nobody else', async () => {
      const email = await member('owner')
      const other = await member('not-owner')
      const { name, value, attributes } = await portal.devices.remember(await idOf(email))
      expect(name).toBe('__Host-device')
      expect(attributes).toMatchObject({ httpOnly: true, secure: true, sameSite: 'lax', path: '/' })
      expect(await portal.devices.isKnown(value, email)).toBe(true)
      expect(await portal.devices.isKnown(value, other)).toBe(false)
    })

    test.each(['', 'made-up', 'a'.repeat(43), '\u0000'])('%j is not known', async (token) => {
      expect(await portal.devices.isKnown(token, Email.parse('owner@example.org'))).toBe(false)
    })

    test('beyond ten the longest known is forgotten', async () => {
      const email = await member('collector')
      const tokens = []
      for (let n = 0; n < 11; n++) tokens.push((await portal.devices.remember(await idOf(email))).value)
      const known = await Promise.all(tokens.map((token) => portal.devices.isKnown(token, email)))
      expect(known).toEqual([false, ...Array<boolean>(10).fill(true)])
    })
  })

  async function member(name: string): Promise<Email> {
    const email = Email.parse(`${name}@example.org`)
    await portal.accounts.register({ email, passwordHash: OLD, fullName: null, browserToken: 'x' })
    return email
  }

  function confirm(token: string) {
    return portal.confirmations.confirm(token, null)
  }

  async function requested(email: Email): Promise<string> {
    await portal.passwordResets.request(email, limit)
    return lastToken(email)
  }

  async function session(email: Email): Promise<string> {
    const cookie = await portal.sessions.start(await idOf(email), { passwordHash: OLD, userAgent: null })
    return cookie?.value ?? ''
  }

  async function idOf(email: Email): Promise<string> {
    return (await portal.accounts.findByEmail(email))?.id ?? ''
  }

  async function lastToken(email: Email): Promise<string> {
    return (await portal.mails()).findLast(({ to, token }) => to === email && token)?.token ?? ''
  }

  /** Confirmation mails besides that of the sign-up. */
  async function resentTo(email: Email): Promise<number> {
    return (await sentTo(email)).filter((kind) => kind === 'confirm_email').length - 1
  }

  async function sentTo(email: Email): Promise<string[]> {
    return (await portal.mails()).filter(({ to }) => to === email).map(({ kind }) => kind)
  }
})
