import { beforeEach, describe, expect, test } from 'vitest'
import { cookieHeader, cookieOf, useBuiltActions } from '../support/built-actions.ts'
import { query } from '../support/query.ts'

const NO_DATA = '[{}]'
const CONFIRMED = '[{"status":1},"pending"]'
const UNCONFIRMED = '[{"status":1},null]'
const NO_SESSION = '__Host-session=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax'
const TOKEN = /[\w-]{43}/
const input = { email: 'leilani@example.org', password: 'aloha kakahiaka' }
const { email } = input
const stranger = 'stranger@example.org'
const NEW_PASSWORD = 'aloha ahiahi'

const actions = await useBuiltActions()
beforeEach(async () => {
  await actions.call('auth.signUp', input)
})

describe('confirming an address', () => {
  test.each([
    [{}, 'No confirmation token provided'],
    [{ token: '' }, 'No confirmation token provided'],
    [{ token: { a: 1 } }, 'No confirmation token provided'],
    [{ token: "' or 1=1 --" }, 'Failed to confirm email'],
    [{ token: 'a'.repeat(43) }, 'Failed to confirm email'],
    [{ token: `${'a'.repeat(43)}\n` }, 'Failed to confirm email'],
  ])('%j is no link: %s', async (sent, message) => {
    for (const action of ['auth.confirmEmail', 'auth.discardSignUp'])
      expect(await actions.call(action, sent)).toMatchObject({ status: 400, error: { message } })
  })
})

test('a sign-up is confirmed at once in its own browser, elsewhere by a click only', async () => {
  for (const table of ['users', 'outbox']) await query(actions.database, `delete from ${table}`)
  const answer = await actions.call('auth.signUp', input)
  expect(answer.cookies).toEqual([
    expect.stringMatching(
      /^__Host-sign-up=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    ),
  ])
  const token = await mailedToken('confirm_email')
  const confirm = async (cookies: Parameters<typeof cookieHeader>[0]) =>
    (await actions.call('auth.confirmEmail', { token }, cookieHeader(cookies))).body
  for (const cookies of [{}, { '__Host-sign-up': 'a'.repeat(43) }])
    expect(await confirm(cookies)).toBe(UNCONFIRMED)
  expect((await actions.call('auth.signIn', input)).status).toBe(409)
  expect(await confirm({ '__Host-sign-up': cookieOf(answer, '__Host-sign-up') })).toBe(CONFIRMED)
  expect(await confirm({})).toBe(CONFIRMED)
  expect((await actions.call('auth.signIn', input)).status).toBe(403)
})

describe('asking for a mail', () => {
  test.each(['auth.requestPasswordReset', 'auth.resendConfirmation'])(
    '%s answers known and unknown with the same bytes, and no token in them',
    async (action) => {
      const known = await actions.call(action, { email })
      expect(await actions.call(action, { email: stranger })).toEqual(known)
      expect(known).toMatchObject({ status: 200, body: NO_DATA, cookies: [] })
      expect(JSON.stringify(known)).not.toMatch(TOKEN)
    },
  )
})

describe('setting a new password', () => {
  let token: string
  beforeEach(async () => {
    await query(actions.database, `select decide_membership($1, 'approved')`, [email])
    await actions.call('auth.requestPasswordReset', { email })
    token = await mailedToken('reset_password')
  })

  test('the link sets it once and ends all sessions', async () => {
    const signedIn = await actions.call('auth.signIn', input)
    const answer = await reset(
      NEW_PASSWORD,
      cookieHeader({ '__Host-session': cookieOf(signedIn, '__Host-session') }),
    )
    expect(answer).toMatchObject({ status: 200, body: '[{"isSignedIn":1},false]' })
    expect(answer.cookies).toContain(NO_SESSION)
    expect(await query(actions.database, 'select id from sessions')).toEqual([])

    expect((await actions.call('auth.signIn', input)).status).toBe(401)
    expect((await actions.call('auth.signIn', { email, password: NEW_PASSWORD })).status).toBe(200)
    expect(await reset('a third password')).toMatchObject({
      status: 400,
      error: { message: 'Invalid reset token' },
    })
    expect(await mailCount('password_changed')).toBe(1)
  })

  test('a token that was never mailed is invalid', async () => {
    for (const sent of ['', 'a'.repeat(42), 'a'.repeat(43), `${'a'.repeat(43)}\n`, 'ʻ'.repeat(43), null]) {
      const answer = await actions.call('auth.resetPassword', { token: sent, password: NEW_PASSWORD })
      expect(answer, `${sent}`).toMatchObject({ status: 400, error: { message: 'Invalid reset token' } })
    }
  })

  function reset(password: string, headers: Record<string, string> = {}, ip?: string) {
    return actions.call('auth.resetPassword', { token, password }, headers, ip)
  }
})

/** The newest one. Nothing is delivered here, so it still lies in the outbox. */
async function mailedToken(kind: string): Promise<string> {
  const [row] = await query<{ token: string }>(
    actions.database,
    `select payload ->> 'token' as token from outbox where kind = $1 order by created_at desc limit 1`,
    [kind],
  )
  return row?.token ?? ''
}

async function mailCount(kind: string): Promise<number> {
  return (await query(actions.database, 'select id from outbox where kind = $1', [kind])).length
}
