import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startMailbox, type Mailbox } from '../../netlify/local/mailbox/mailbox.ts'
import { startScheduler, type Scheduler } from '../../netlify/local/scheduler.ts'
import { runCli } from '../support/admin-cli.ts'
import { deliveryEnv } from '../support/outbox.ts'
import { query } from '../support/query.ts'
import { useDatabase } from '../support/test-databases.ts'

const ROOT = join(import.meta.dirname, '../..')
const LANAI_DATA = mkdtempSync(join(tmpdir(), 'lanai-delivery-'))
const wakeFile = join(LANAI_DATA, 'wake')

const database = useDatabase()
let mailbox: Mailbox
let scheduler: Scheduler

beforeAll(async () => {
  mailbox = await startMailbox({ directory: null, host: '127.0.0.1', port: 0 })
  const env = {
    ...deliveryEnv(mailbox),
    DATABASE_URL: database.roleUrls.lanai_app,
    DATABASE_HTTP_URL: database.httpUrl,
  }
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  vi.spyOn(console, 'info').mockImplementation(() => undefined)
  for (const email of ['kai@example.com', 'pua@example.com'])
    await query(database, `select register_member($1, '$argon2id$x', null)`, [email])
  await query(database, `select decide_membership('pua@example.com', 'denied')`)
  scheduler = startScheduler({ root: ROOT, wakeFile })
})
afterEach(() => {
  rmSync(join(LANAI_DATA, 'stack.json'))
})
afterAll(async () => {
  await scheduler.close()
  await mailbox.close()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  rmSync(LANAI_DATA, { recursive: true })
})

test('a decision wakes the portal of this machine, and the mail is there within 5 seconds', async () => {
  // At its start the scheduler delivers by itself.
  await vi.waitFor(async () => expect(await received()).toEqual(['pua@example.com']), 15_000)
  tellWhere(database.databaseUrl)
  const { stderr } = await approve('kai@example.com', {})
  expect(stderr).toBe('The portal on this machine sends the mail now.\n')
  await vi.waitFor(async () => expect(await received()).toContain('kai@example.com'), 5_000)
})

test('a portal over another database is not woken', async () => {
  tellWhere('postgres://elsewhere/other')
  const { stderr } = await approve('pua@example.com', { DATABASE_URL: database.databaseUrl })
  expect(stderr).toBe('The mail leaves with the portal’s next scheduled delivery.\n')
})

test('a portal that cannot be woken leaves the mail to the schedule', async () => {
  writeFileSync(
    join(LANAI_DATA, 'stack.json'),
    JSON.stringify({ databaseUrl: database.databaseUrl, wakeFile: '/no/file' }),
  )
  const { status, stderr } = await runCli(['undo', 'pua@example.com'], { LANAI_DATA })
  expect([status, stderr]).toEqual([0, 'The mail leaves with the portal’s next scheduled delivery.\n'])
})

function approve(email: string, env: Record<string, string>) {
  return runCli(['approve', '--force', email], { LANAI_DATA, ...env })
}

function tellWhere(databaseUrl: string): void {
  writeFileSync(join(LANAI_DATA, 'stack.json'), JSON.stringify({ databaseUrl, wakeFile }))
}

async function received(): Promise<string[]> {
  return (await mailbox.store.list()).map(({ To }) => To)
}
