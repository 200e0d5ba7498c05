import { beforeEach, describe, expect, test } from 'vitest'
import { cookieHeader, cookieOf, useBuiltActions } from '../support/built-actions.ts'
import { query } from '../support/query.ts'

const NO_DATA = '[{}]'
const CONFIRMED = '[{"status":1},"pending"]'
const UNCONFIRMED = '[{"status":1},null]'
const TOKEN = /[\w-]{43}/
const input = { email: 'leilani@example.org', password: 'aloha kakahiaka' }
const { email } = input
const stranger = 'stranger@example.org'

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

/** The newest one. Nothing is delivered here, so it still lies in the outbox. */
async function mailedToken(kind: string): Promise<string> {
  const [row] = await query<{ token: string }>(
    actions.database,
    `select payload ->> 'token' as token from outbox where kind = $1 order by created_at desc limit 1`,
    [kind],
  )
  return row?.token ?? ''
}
