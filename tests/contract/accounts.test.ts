import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Email } from '#src/shared/forms.ts'
import { portals, type Portal } from '../support/portals.ts'

const RACERS = 20

describe.each(portals)('Accounts: %s', (_, open) => {
  let portal: Portal
  beforeAll(async () => {
    portal = await open()
  })
  afterAll(() => portal.close())

  test('a new account is pending and is found by its e-mail', async () => {
    const email = Email.parse('new@example.org')
    expect(await register(email)).toBe('registered')
    expect(await portal.accounts.findByEmail(email)).toMatchObject({
      passwordHash: '$argon2id$of-new@example.org',
      approvalStatus: 'pending',
    })
  })

  test('nobody is found by an unknown e-mail', async () => {
    expect(await portal.accounts.findByEmail(Email.parse('nobody@example.org'))).toBeNull()
  })

  test('a taken e-mail is told, and the first account stays as it was', async () => {
    const email = Email.parse('taken@example.org')
    await register(email)
    const before = await portal.accounts.findByEmail(email)
    expect(await register(email, '$argon2id$another')).toBe('email_taken')
    expect(await portal.accounts.findByEmail(email)).toEqual(before)
  })

  test('of twenty sign-ups at once with one e-mail, one wins', async () => {
    const email = Email.parse('race@example.org')
    const outcomes = await Promise.all(Array.from({ length: RACERS }, () => register(email)))
    expect(outcomes.filter((outcome) => outcome === 'registered')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'email_taken')).toHaveLength(RACERS - 1)
  })

  test('a password hash is replaced', async () => {
    const email = Email.parse('weak@example.org')
    await register(email, '$argon2id$weak')
    const { id } = await require(email)
    await portal.accounts.replacePasswordHash(id, '$argon2id$weak', '$argon2id$strong')
    expect((await require(email)).passwordHash).toBe('$argon2id$strong')
  })

  test('a newer password is never undone by replacing an older one', async () => {
    const email = Email.parse('newer@example.org')
    await register(email, '$argon2id$newer')
    const { id } = await require(email)
    await portal.accounts.replacePasswordHash(id, '$argon2id$older', '$argon2id$rehash of older')
    expect((await require(email)).passwordHash).toBe('$argon2id$newer')
  })

  test('a decision is seen by the next look-up', async () => {
    const email = Email.parse('decided@example.org')
    await register(email)
    await portal.decide(email, 'denied')
    expect((await require(email)).approvalStatus).toBe('denied')
  })

  function register(email: Email, passwordHash = `$argon2id$of-${email}`) {
    return portal.accounts.register({ email, passwordHash, fullName: null, browserToken: 'x' })
  }

  async function require(email: Email) {
    const account = await portal.accounts.findByEmail(email)
    if (!account) throw new Error(`${email} is gone`)
    return account
  }
})
