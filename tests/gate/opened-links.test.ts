import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Stack } from '../../netlify/local/stack.ts'
import { query } from '../support/query.ts'
import { rawRequest } from '../support/raw-http.ts'
import { signedInMember } from '../support/signed-in-member.ts'
import { startTestStack } from '../support/test-stack.ts'

const email = 'leilani@example.com'
const OPENERS = [
  { 'user-agent': 'Mozilla/5.0 (compatible; link scanner)' },
  { 'user-agent': 'Mozilla/5.0', purpose: 'prefetch', 'sec-purpose': 'prefetch' },
] satisfies Record<string, string>[]

/** The whole portal, asked over the network like a program that checks links in mails does. */
describe('nothing is changed by', () => {
  let stack: Stack
  let cookie: string
  beforeAll(async () => {
    stack = await startTestStack()
    cookie = await signedInMember(stack, { email, status: 'approved' })
  })
  afterAll(async () => {
    // A mail on its way when the database stops would be an alarm.
    await vi.waitFor(async () =>
      expect(await query(stack, 'select id from outbox where sent_at is null')).toEqual([]),
    )
    await stack.close()
  })

  test('opening a mailed link that confirms an address', async () => {
    const token = await planted('confirm_email')
    await openFiveTimes(`/confirm-email?token=${token}`)
    for (const action of ['confirmEmail', 'discardSignUp']) {
      await openFiveTimes(`/_actions/auth.${action}?token=${token}`)
    }
    const confirmed = 'select email_confirmed_at is not null as yes from users'
    expect(await query(stack, confirmed)).toEqual([{ yes: false }])

    // A program that runs scripts opens it too.
    expect(await act('auth.confirmEmail', { token })).toBe(200)
    expect(await query(stack, confirmed)).toEqual([{ yes: false }])
    expect(await act('auth.confirmEmail', { token, isPressed: true })).toBe(200)
    expect(await query(stack, confirmed)).toEqual([{ yes: true }])
  })

  test('opening a mailed link that sets a new password', async () => {
    const token = await planted('reset_password')
    await openFiveTimes(`/reset-password?token=${token}`)
    await openFiveTimes(`/_actions/auth.resetPassword?token=${token}`)
    expect((await rawRequest(stack.siteUrl, '/leaderboard', { headers: { cookie } })).status).toBe(200)

    expect(await act('auth.resetPassword', { token, password: 'aloha ahiahi' })).toBe(200)
    expect((await rawRequest(stack.siteUrl, '/leaderboard', { headers: { cookie } })).status).toBe(302)
  })

  /** A link of which the test knows the token: the portal's own leave by mail alone. */

  async function planted(purpose: string): Promise<string> {
    const [row] = await query<{ token: string }>(
      stack,
      `select new_link($1, id, '1 hour') as token from users where email = $2`,
      [purpose, email],
    )
    return row?.token ?? ''
  }

  async function openFiveTimes(path: string): Promise<void> {
    for (const headers of OPENERS) {
      for (const method of ['GET', 'HEAD', 'GET', 'HEAD', 'GET', 'GET', 'HEAD', 'GET', 'HEAD', 'HEAD']) {
        await rawRequest(stack.siteUrl, path, { method, headers })
      }
    }
  }

  async function act(action: string, input: object): Promise<number> {
    const answer = await rawRequest(stack.siteUrl, `/_actions/${action}`, {
      method: 'POST',
      headers: { origin: stack.siteUrl, 'content-type': 'application/json' },
      body: JSON.stringify(input),
    })
    return answer.status
  }
})
