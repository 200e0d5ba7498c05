import { expect, test } from 'vitest'
import { decideAsAdmin, readDecisionLink } from '#src/server/approvals/decisions.ts'
import { keepAccount } from '#src/server/members/my-data.ts'
import { admitMember } from '#src/server/sessions/admit-member.ts'
import { signOut } from '#src/server/sessions/session-list.ts'
import { isKnownBrowser } from '#src/server/sign-in/sign-in.ts'
import { resetPassword } from '#src/server/sign-in/reset-password.ts'
import { confirmEmail, discardSignUp } from '#src/server/sign-up/sign-up.ts'
import { newToken } from '#src/server/tokens.ts'
import type { Sessions } from '#src/server/vendors/ports.ts'
import { Email } from '#src/shared/forms.ts'
import { fastHasher } from '../fakes/fast-hasher.ts'
import { plainMember } from '../fakes/member.ts'
import { noSql } from '../support/failing-sql.ts'

const deps = { sql: noSql, passwords: fastHasher(), sessions: {} as Sessions }
const from = { address: '203.0.113.1', userAgent: null }
const password = 'aloha kakahiaka'
const admin = { member: { ...plainMember, isAdmin: true }, token: 'session' }
const unconfirmed = { ok: false, code: 'confirmation_failed' }
const unkept = { ok: false, code: 'keep_link_invalid' }

test.each([
  ['resetPassword', (token: string) => resetPassword(deps, { token, password }, from), 'reset_token_invalid'],
  ['confirmEmail', (token: string) => confirm(token), unconfirmed.code],
  ['discardSignUp', (token: string) => discardSignUp(deps, token), unconfirmed.code],
  ['keepAccount', (token: string) => keepAccount(deps, token), unkept.code],
  ['readDecisionLink', (token: string) => readDecisionLink(deps, admin, token), unkept.code],
] as const)('%s refuses what cannot be a token without a question to the database', async (_, work, code) => {
  for (const token of ['x', 'a'.repeat(42), `${'a'.repeat(43)}\n`])
    expect(await work(token)).toEqual({ ok: false, code })
})

test.each([confirm, (token: string) => discardSignUp(deps, token)])(
  'a link without a token says so: %o',
  async (work) => {
    expect(await work('')).toEqual({
      ok: false,
      code: 'confirmation_token_missing',
    })
  },
)

test('a member who is no administrator asks the database for no link and no decision', async () => {
  const [member, token] = [{ member: plainMember, token: 'session' }, newToken().token]
  const form = { email: 'kai@example.org', reason: '', verdict: 'approved', evenUnconfirmed: true } as const
  expect(await readDecisionLink(deps, member, token)).toEqual(unkept)
  expect(await decideAsAdmin(deps, member, form)).toEqual(unkept)
})

test.each([null, ''])('who brings no session (%j) is looked up nowhere', async (token) => {
  const find = () => Promise.reject(new Error('nobody is to be looked up'))
  const sessions = { find, endAllOf: find } as unknown as Sessions
  expect(await admitMember({ sessions }, token)).toEqual({ ok: false, code: 'not_signed_in' })
  await expect(signOut({ sessions }, token)).resolves.toBeUndefined()
})

test('no question is asked for a browser that brings what cannot be a token', async () => {
  expect(await isKnownBrowser(noSql, 'made-up', Email.parse('leilani@example.org'))).toBe(false)
})

function confirm(token: string) {
  return confirmEmail(deps, { token, isPressed: true }, { signUpToken: null })
}
