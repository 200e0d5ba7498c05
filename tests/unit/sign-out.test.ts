import { beforeEach, expect, test } from 'vitest'
import { signOut } from '#src/server/auth/sign-out.ts'
import { Email } from '#src/shared/forms.ts'
import { memoryPortal } from '../fakes/memory-portal.ts'

let portal: ReturnType<typeof memoryPortal>
beforeEach(() => {
  portal = memoryPortal()
})

test('signing out in one browser ends the sessions of all of them, and of nobody else', async () => {
  const [phone, laptop] = [await startSession('a@example.org'), await startSession('a@example.org')]
  const other = await startSession('b@example.org')
  await signOut(portal, phone)
  expect(await portal.sessions.find(phone)).toBeNull()
  expect(await portal.sessions.find(laptop)).toBeNull()
  expect(await portal.sessions.find(other)).not.toBeNull()
})

test.each([null, '', 'long-gone'])('a session that is not there (%j) is no error', async (token) => {
  await expect(signOut(portal, token)).resolves.toBeUndefined()
})

async function startSession(address: string): Promise<string> {
  const email = Email.parse(address)
  await portal.accounts.register({ email, passwordHash: '$argon2id$', fullName: null, browserToken: 'x' })
  const account = await portal.accounts.findByEmail(email)
  const cookie = await portal.sessions.start(account?.id ?? '', {
    passwordHash: '$argon2id$',
    userAgent: null,
  })
  return cookie?.value ?? ''
}
