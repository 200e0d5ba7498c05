import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Email } from '#src/shared/forms.ts'
import { portals, type Portal } from '../support/portals.ts'

const PASSWORD_HASH = '$argon2id$'
const HAWAIIAN = 'Kalākaua ʻŌhiʻa 張 🌺 "quotes" </script>'

describe.each(portals)('Sessions: %s', (_, open) => {
  let portal: Portal
  beforeAll(async () => {
    portal = await open()
  })
  afterAll(() => portal.close())

  test('a session finds its member, whatever letters the name has', async () => {
    const { token, email, id } = await signedIn('hawaiian@example.org', HAWAIIAN)
    expect(await portal.sessions.find(token)).toEqual({
      member: { id, email, fullName: HAWAIIAN, avatarUrl: null, approvalStatus: 'pending' },
      renewedCookie: null,
    })
  })

  test('the cookie is for this host alone, hidden from scripts and from other sites', async () => {
    const { id } = await signedIn('cookie@example.org')
    const { name, attributes } = await start(id)
    expect(name).toMatch(/^__Host-/)
    expect(attributes).toMatchObject({ httpOnly: true, secure: true, sameSite: 'lax', path: '/' })
    expect(attributes.maxAge).toBeGreaterThan(0)
  })

  test('the blank cookie takes the session cookie away', async () => {
    const { id } = await signedIn('blank@example.org')
    const { name } = await start(id)
    expect(portal.sessions.blankCookie()).toMatchObject({ name, value: '', attributes: { maxAge: 0 } })
  })

  test('the status is read again at every look-up', async () => {
    const { token, email } = await signedIn('status@example.org')
    for (const status of ['approved', 'denied', 'pending'] as const) {
      await portal.decide(email, status)
      expect((await portal.sessions.find(token))?.member.approvalStatus).toBe(status)
    }
  })

  test('every start makes another token', async () => {
    const { id, token } = await signedIn('twice@example.org')
    const { value } = await start(id)
    expect(value).not.toBe(token)
    expect(await portal.sessions.find(token)).not.toBeNull()
  })

  test('an ended session is not found; ending it again is no error', async () => {
    const { id, token } = await signedIn('ended@example.org')
    const other = await start(id)
    await portal.sessions.end(token)
    await portal.sessions.end(token)
    expect(await portal.sessions.find(token)).toBeNull()
    expect(await portal.sessions.find(other.value)).not.toBeNull()
  })

  test('all sessions of one member end, and of nobody else', async () => {
    const one = await signedIn('one@example.org')
    const second = await start(one.id)
    const other = await signedIn('other@example.org')
    await portal.sessions.endAllOf(one.id)
    expect(await portal.sessions.find(one.token)).toBeNull()
    expect(await portal.sessions.find(second.value)).toBeNull()
    expect(await portal.sessions.find(other.token)).not.toBeNull()
  })

  test.each(['', 'unknown', 'a'.repeat(40), "' or 1=1 --", 'x'.repeat(8192), 'ʻŌhiʻa', '\u0000'])(
    '%j finds nobody',
    async (token) => {
      expect(await portal.sessions.find(token)).toBeNull()
    },
  )

  test('the eleventh sign-in ends the oldest session, and only of this member', async () => {
    const other = await signedIn('bystander@example.org')
    const { id, token } = await signedIn('eleven@example.org')
    const later = []
    for (let n = 0; n < 10; n++) later.push((await start(id)).value)
    expect(await portal.sessions.find(token)).toBeNull()
    for (const kept of later) expect(await portal.sessions.find(kept)).not.toBeNull()
    expect(await portal.sessions.find(other.token)).not.toBeNull()
  })

  test('of fifteen sign-ins at once ten sessions are left', async () => {
    const { id, token } = await signedIn('parallel@example.org')
    const before = await portal.sessionCount()
    await Promise.all(Array.from({ length: 15 }, () => start(id)))
    expect(await portal.sessions.find(token)).toBeNull()
    expect(await portal.sessionCount()).toBe(before - 1 + 10)
  })

  test('no session begins on a password that is no longer the member’s', async () => {
    const { id } = await signedIn('changed@example.org')
    const before = await portal.sessionCount()
    const proof = { passwordHash: '$argon2id$of yesterday', userAgent: null }
    expect(await portal.sessions.start(id, proof)).toBeNull()
    expect(await portal.sessionCount()).toBe(before)
  })

  async function start(memberId: string) {
    const cookie = await portal.sessions.start(memberId, { passwordHash: PASSWORD_HASH, userAgent: 'Test' })
    if (!cookie) throw new Error('The password was changed.')
    return cookie
  }

  async function signedIn(address: string, fullName: string | null = null) {
    const email = Email.parse(address)
    await portal.accounts.register({ email, passwordHash: PASSWORD_HASH, fullName, browserToken: 'x' })
    const account = await portal.accounts.findByEmail(email)
    if (!account) throw new Error(`${email} is gone`)
    const { value } = await start(account.id)
    return { email, id: account.id, token: value }
  }
})
