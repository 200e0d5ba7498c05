import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Stack } from '../../netlify/local/stack.ts'
import { query } from '../support/query.ts'
import { startTestStack } from '../support/test-stack.ts'

const KICKED_WITHIN_MS = 5000

let stack: Stack
beforeAll(async () => {
  stack = await startTestStack()
})
afterAll(() => stack.close())

test('what an action announces is in the mailbox within seconds, with links to the configured site only', async () => {
  const { SITE_URL } = stack.env
  const email = 'leilani@example.org'
  const answer = await fetch(`${stack.siteUrl}/_actions/auth.signUp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: SITE_URL ?? '',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.example',
    },
    body: JSON.stringify({
      email,
      password: 'aloha kakahiaka',
      fullName: 'Leilani',
      website: '',
    }),
  })
  expect(answer.status).toBe(200)

  const [mail] = await vi.waitFor(() => mailFor(email), KICKED_WITHIN_MS)
  expect(mail?.Subject).toBe('Please confirm your email address')
  expect(mail?.TextBody).toContain(`${SITE_URL}/confirm-email?token=`)
  expect(JSON.stringify(mail)).not.toContain('evil.example')
  await vi.waitFor(async () => {
    expect(await query(stack, `select payload from outbox where kind = 'confirm_email'`)).toEqual([
      { payload: null },
    ])
  }, KICKED_WITHIN_MS)
})

test('an invitation leads to the reset screen', async () => {
  await query(stack, `insert into invitations (email, full_name) values ('noelani@example.org', 'Noelani')`)
  // Any action delivers what waits.
  await fetch(`${stack.siteUrl}/_actions/auth.resendConfirmation`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: stack.env.SITE_URL ?? '' },
    body: JSON.stringify({ email: 'noelani@example.org' }),
  })
  const [mail] = await vi.waitFor(() => mailFor('noelani@example.org'), KICKED_WITHIN_MS)
  expect(mail?.Subject).toBe('You are invited to Lanai')
  expect(mail?.TextBody).toMatch(/\/reset-password\?token=[\w-]{43}&for=invitation/)
})

async function mailFor(recipient: string): Promise<Record<string, string>[]> {
  const answer = await fetch(
    `${stack.mailboxUrl}/messages/outbound?count=10&offset=0&recipient=${recipient}`,
    {
      headers: { 'x-postmark-server-token': 'any' },
    },
  )
  const { Messages } = (await answer.json()) as { Messages: Record<string, string>[] }
  if (Messages.length === 0) throw new Error('There is no mail yet.')
  return Messages
}
