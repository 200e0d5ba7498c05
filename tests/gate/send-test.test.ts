import { beforeEach, expect, test } from 'vitest'
import { TEST_MAILS_PER_MEMBER } from '#src/server/limits/attempt-limits.ts'
import { decide, signedIn, useBuiltActions } from '../support/built-actions.ts'
import { query } from '../support/query.ts'

const editor = { email: 'leilani@example.org', password: 'aloha kakahiaka' }
const rehearsal = { name: 'rehearsal' }
const actions = await useBuiltActions()
const { call, database } = actions

let session: Record<string, string>
beforeEach(async () => {
  session = await signedIn(actions, editor)
  await signedIn(actions, { email: 'kai@example.org', password: editor.password })
  await query(database, 'update profiles set is_editor = true')
  await query(database, 'delete from outbox')
})

test('an editor gets a test of an announcement, and nobody else', async () => {
  const { status, body } = await call('edit.sendTest', rehearsal, session)
  expect([status, body]).toEqual([200, expect.stringContaining(editor.email)])
  expect(await recipients()).toEqual([editor.email])
})

test.each<[string, () => unknown, number, string]>([
  ['a member', () => query(database, 'update profiles set is_editor = false'), 409, 'page_outdated'],
  ['an editor who was denied', () => decide(actions, editor.email, 'denied'), 403, 'account_denied'],
  ['an ended session', () => query(database, 'delete from sessions'), 401, 'not_signed_in'],
])('%s gets no test', async (_, change, status, message) => {
  await change()
  await query(database, 'delete from outbox')
  expect(await call('edit.sendTest', rehearsal, session)).toMatchObject({ status, error: { message } })
  expect(await recipients()).toEqual([])
})

test('an announcement that isn’t built has no test', async () => {
  expect((await call('edit.sendTest', { name: 'draft' }, session)).body).toContain('false')
  expect(await recipients()).toEqual([])
})

test('tests of announcements are limited', async () => {
  for (let sent = 0; sent < TEST_MAILS_PER_MEMBER.allowed; sent++)
    await call('edit.sendTest', rehearsal, session)
  expect((await call('edit.sendTest', rehearsal, session)).status).toBe(429)
  expect(await recipients()).toHaveLength(TEST_MAILS_PER_MEMBER.allowed)
})

async function recipients(): Promise<unknown[]> {
  const rows = await query(database, 'select u.email from outbox o join users u on u.id = o.user_id')
  return rows.map(({ email }) => email as unknown)
}
