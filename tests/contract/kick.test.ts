import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { kickDelivery, kickSentence } from '../../db/admin/kick.ts'
import { startMailbox, type Mailbox } from '../../netlify/local/mailbox/mailbox.ts'
import { startScheduler } from '../../netlify/local/scheduler.ts'
import { deliveryEnv } from '../support/outbox.ts'
import { query } from '../support/query.ts'
import { startTestDatabase, type TestDatabase } from '../support/test-databases.ts'

const ROOT = join(import.meta.dirname, '../..')
const LANAI_DATA = mkdtempSync(join(tmpdir(), 'lanai-kick-'))
const wakeFile = join(LANAI_DATA, 'wake')
let database: TestDatabase
let mailbox: Mailbox

beforeAll(async () => {
  database = await startTestDatabase()
})
afterAll(async () => {
  await database.close()
  rmSync(LANAI_DATA, { recursive: true })
})
beforeEach(async () => {
  mailbox = await startMailbox({ directory: null, host: '127.0.0.1', port: 0 })
  const env = {
    ...deliveryEnv(mailbox),
    DATABASE_URL: database.roleUrls.lanai_app,
    DATABASE_HTTP_URL: database.httpUrl,
  }
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  vi.spyOn(console, 'info').mockImplementation(() => undefined)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  rmSync(join(LANAI_DATA, 'stack.json'), { force: true })
  await mailbox.close()
})

test('a command wakes the portal of this machine, and the mail is there within 5 seconds', async () => {
  const scheduler = startScheduler({ root: ROOT, wakeFile })
  await untilStarted()
  tellWhere(database.databaseUrl)
  await approveSomebody()

  expect(await kickDelivery({ LANAI_DATA })).toEqual({ is: 'woken' })
  await vi.waitFor(async () => expect(await received()).toContain('kai@example.com'), 5_000)
  await scheduler.close()

  /** At its start the scheduler delivers by itself: what is tried here must be left to the kick. */
  async function untilStarted() {
    await announce('first@example.com')
    await vi.waitFor(async () => expect(await received()).toEqual(['first@example.com']), 15_000)
  }
})

test('with the environment of a delivery at hand, the command delivers itself', async () => {
  await announce('self@example.com')
  expect(await kickDelivery({ ...process.env, LANAI_DATA })).toEqual({ is: 'delivered', sent: 1 })
  expect(await received()).toEqual(['self@example.com'])
})

test('a portal over another database is not woken', async () => {
  tellWhere('postgres://elsewhere/other')
  const env = { LANAI_DATA, DATABASE_URL: database.databaseUrl }
  expect(await kickDelivery(env)).toEqual({ is: 'left_to_schedule' })
})

test.each([
  ['there is neither a portal nor a mail token', {}, 'left_to_schedule'],
  ['the environment is wrong', { SITE_URL: 'nonsense' }, 'failed'],
])('where %s the command still ends well: the schedule delivers', async (_, wrong, is) => {
  const complete = is === 'failed' ? process.env : {}
  expect(await kickDelivery({ ...complete, LANAI_DATA, ...wrong })).toMatchObject({ is })
})

test.each([
  [{ is: 'woken' }, 'The portal on this machine sends the mail now.'],
  [{ is: 'delivered', sent: 1 }, '1 message was sent.'],
  [{ is: 'delivered', sent: 0 }, '0 messages were sent.'],
  [{ is: 'left_to_schedule' }, 'The mail leaves with the portal’s next scheduled delivery.'],
] as const)('it says what happens to the mail: %j', (kick, sentence) => {
  expect(kickSentence(kick)).toBe(sentence)
})

function tellWhere(databaseUrl: string): void {
  writeFileSync(join(LANAI_DATA, 'stack.json'), JSON.stringify({ databaseUrl, wakeFile }))
}

async function approveSomebody(): Promise<void> {
  await query(database, `select register_member('kai@example.com', '$argon2id$x', 'Kai')`)
  await query(database, `update profiles set approval_status = 'approved'`)
}

async function announce(to: string): Promise<void> {
  await query(
    database,
    `select enqueue('password_changed', $1, jsonb_build_object('to', $1::text, 'fullName', null))`,
    [to],
  )
}

async function received(): Promise<string[]> {
  return (await mailbox.store.list()).map(({ To }) => To)
}
