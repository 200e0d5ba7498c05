import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Stack } from '../../netlify/local/stack.ts'
import { query } from '../support/query.ts'
import { rawRequest } from '../support/raw-http.ts'
import { signedInMember } from '../support/signed-in-member.ts'
import { startTestStack } from '../support/test-stack.ts'

// Before the schedule of each minute would send it.
const KICKED_WITHIN_MS = 30_000
const password = 'aloha kakahiaka'

let stack: Stack
beforeAll(async () => {
  stack = await startTestStack()
})
afterAll(async () => {
  // A mail on its way when the database stops would be an alarm.
  const due = 'select from outbox where sent_at is null and next_attempt_at <= now()'
  await vi.waitFor(async () => expect(await query(stack, due)).toEqual([]), 90_000)
  await stack.close()
})

test('a sign-up gets an email from the programme within seconds, with links to the configured site only', async () => {
  const email = 'leilani@example.org'
  const forged = { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' }
  expect(await act('auth.signUp', { email, password, website: '' }, forged)).toBe(200)
  const mail = await mailTo(email)
  expect(mail.From).toBe('"Lanai" <portal@example.com>')
  expect(mail.Subject).toBe('Confirm your email address')
  expect(mail.TextBody).toContain(`${stack.env.SITE_URL}/confirm-email?token=`)
  expect(JSON.stringify(mail)).not.toContain('evil.example')
  await vi.waitFor(async () => {
    const sent = await query(stack, `select payload from outbox where kind = 'confirm_email'`)
    expect(sent).toEqual([{ payload: null }])
  }, KICKED_WITHIN_MS)
})

describe('misused-link: a program that opens a mailed link', () => {
  const email = 'kai@example.com'
  beforeAll(async () => {
    await signedInMember(stack, { email, status: 'approved' })
  })

  test('confirms no address by running scripts', async () => {
    const token = await planted('confirm_email')
    await open(`/confirm-email?token=${token}`)
    for (const action of ['confirmEmail', 'discardSignUp'])
      await open(`/_actions/auth.${action}?token=${token}`)
    expect(await act('auth.confirmEmail', { token })).toBe(200)
    const confirmed = `select email_confirmed_at is not null as yes from users where email = '${email}'`
    expect(await query(stack, confirmed)).toEqual([{ yes: false }])
    expect(await act('auth.confirmEmail', { token, isPressed: true })).toBe(200)
    expect(await query(stack, confirmed)).toEqual([{ yes: true }])
  })

  describe('and ends a kind of emails', () => {
    // What Gmail sends, without a session and an Origin.
    const body = 'List-Unsubscribe=One-Click'
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': `${body.length}`,
    }
    const click = (target: string) => rawRequest(stack.siteUrl, target, { method: 'POST', headers, body })
    const whoWants = () => query(stack, `select from profiles where 'weekly' = any (wanted_mail)`)
    beforeEach(() => query(stack, `update profiles set wanted_mail = '{weekly,deadlines}'`))

    test('does so with one click for its member alone, and a second click changes nothing', async () => {
      const everyone = await whoWants()
      const token = await planted('end_weekly')
      for (let n = 0; n < 2; n++) {
        expect(await click(`/unsubscribe?token=${token}`)).toMatchObject({
          status: 200,
          body: 'You won’t get these emails any more.\n',
        })
        expect(await whoWants()).toHaveLength(everyone.length - 1)
        expect(await query(stack, `select from profiles where 'deadlines' = any (wanted_mail)`)).toHaveLength(
          everyone.length,
        )
      }
    })

    test('does nothing by opening it, in another spelling, or with another token, and says nothing about it', async () => {
      const everyone = await whoWants()
      const target = `/unsubscribe?token=${await planted('end_weekly')}`
      await open(target)
      for (const spelling of [`/${target}`, target.replace('?', '/?'), target.toUpperCase()])
        await click(spelling)
      const others = [await planted('end_weekly', '-1 second'), await planted('reset_password')]
      for (const token of ['', 'x', 'a'.repeat(64), ...others])
        expect(await click(`/unsubscribe?token=${token}`)).toMatchObject({
          status: 404,
          body: 'Not found.\n',
        })
      expect(await whoWants()).toHaveLength(everyone.length)
    })
  })

  /** A link of which the test knows the token: the portal's own leave by mail alone. */
  async function planted(purpose: string, lifetime = '1 hour'): Promise<string> {
    const [row] = await query<{ token: string }>(
      stack,
      `select new_link($1, id, $3) as token from users where email = $2`,
      [purpose, email, lifetime],
    )
    return row?.token ?? ''
  }

  async function open(path: string): Promise<void> {
    for (const headers of [{}, { purpose: 'prefetch', 'sec-purpose': 'prefetch' }])
      for (const method of ['GET', 'HEAD', 'GET']) await rawRequest(stack.siteUrl, path, { method, headers })
  }
})

async function act(action: string, input: object, headers: Record<string, string> = {}): Promise<number> {
  const answer = await rawRequest(stack.siteUrl, `/_actions/${action}`, {
    method: 'POST',
    headers: { origin: stack.siteUrl, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(input),
  })
  return answer.status
}

function mailTo(recipient: string): Promise<Record<string, string>> {
  return vi.waitFor(async () => {
    const url = `${stack.mailboxUrl}/messages/outbound?recipient=${recipient}`
    const answer = await fetch(url, { headers: { 'x-postmark-server-token': 'any' } })
    const { Messages } = (await answer.json()) as { Messages: Record<string, string>[] }
    if (!Messages[0]) throw new Error('There is no mail yet.')
    return Messages[0]
  }, KICKED_WITHIN_MS)
}
