import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startMailbox, type Mailbox } from '../../netlify/local/mailbox/mailbox.ts'
import { deliveryTo } from '../support/outbox.ts'
import { query } from '../support/query.ts'
import { useDatabase } from '../support/test-databases.ts'

const ADMIN_EMAILS = 'leilani@example.com, kala@example.com'

const database = useDatabase()
let mailbox: Mailbox
let deliver: ReturnType<typeof deliveryTo>
beforeEach(async () => {
  for (const table of ['users', 'outbox']) await query(database, `delete from ${table}`)
  mailbox = await startMailbox({ directory: null, port: 0 })
  deliver = deliveryTo(database, mailbox)
  vi.stubEnv('ADMIN_EMAILS', ADMIN_EMAILS)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await mailbox.close()
})

test('administrators get one email about a sign-up once its address is confirmed', async () => {
  await register('kai@example.org', 'Kai')
  await deliver()
  await deliver()
  expect(await notices()).toEqual([])
  await query(database, 'select confirm_email(token_hash, null, true) from email_tokens')
  await deliver()
  await deliver()
  const [notice, ...more] = await notices()
  expect(more).toEqual([])
  expect(notice?.Subject).toBe('Kai asked to join')
  for (const word of ['kai@example.org', 'Email confirmed', 'no member is an administrator'])
    expect(notice?.TextBody).toContain(word)
  expect(notice?.TextBody).not.toMatch(/npm run|ADMIN_EMAILS/)
})

test('a notice links to the person’s review once a member is an administrator', async () => {
  await register('keoni@example.org', 'Keoni')
  await deliver()
  expect(await reviews()).toEqual([])
  await query(database, `select register_member('noe@example.org', '$argon2id$', 'Noe')`)
  await query(database, `update profiles set approval_status = 'approved', is_admin = true`)
  for (const name of ['kai', 'kala']) await register(`${name}@example.org`, name)
  await deliver()
  await query(database, `update outbox set next_attempt_at = next_attempt_at - interval '1 hour'`)
  await deliver()
  const registered = await query<{ id: string }>(
    database,
    `select id from users where email in ('kai@example.org', 'kala@example.org') order by id`,
  )
  expect((await reviews()).sort()).toEqual(registered.map(({ id }) => id))
})

async function register(email: string, name: string) {
  await query(database, `select sign_up($1, '$argon2id$x', $2, repeat('a', 64), interval '1 day')`, [
    email,
    name,
  ])
}

/** The ids that notices link to. */
async function reviews() {
  return (await notices()).flatMap(({ TextBody }) =>
    [...(TextBody ?? '').matchAll(/http:\S+\/auth\?next=%2Fpeople%3Fid%3D([\w-]+)/g)].map(([, id]) => id),
  )
}

async function notices() {
  return (await mailbox.store.list()).filter(({ To }) => To === ADMIN_EMAILS)
}
