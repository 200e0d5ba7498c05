import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startMailbox, type Mailbox } from '../../netlify/local/mailbox/mailbox.ts'
import { deliveryTo } from '../support/outbox.ts'
import { findPsql } from '../support/admin-cli.ts'
import { query } from '../support/query.ts'
import { useDatabase } from '../support/test-databases.ts'

const CLI = join(import.meta.dirname, '../../db/admin/cli.ts')
const run = promisify(execFile)

const database = useDatabase()
let mailbox: Mailbox
beforeAll(async () => {
  mailbox = await startMailbox({ directory: null, host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await mailbox.close()
})

test('a bare UPDATE on the database’s own port is told by one mail, and history shows who and when', async () => {
  await query(database, `select register_member('kala@example.org', '$argon2id$', 'Kala')`)
  await typeIntoPsql(
    `UPDATE profiles SET approval_status = 'approved' WHERE id = (SELECT id FROM users WHERE email = 'kala@example.org')`,
  )
  const deliver = deliveryTo(database, mailbox)
  await Promise.all([deliver(), deliver()])
  await deliver()
  expect((await mailbox.store.list()).map(({ To }) => To)).toEqual(['kala@example.org'])

  const { stdout } = await run(process.execPath, [CLI, 'history', 'kala@example.org'], {
    env: { DATABASE_URL: database.databaseUrl },
  })
  expect(stdout).toMatch(/20\d\d-\d\d-\d\d \d\d:\d\d UTC +kala@example\.org +pending +approved +no +\w+/)
  const member = await run(process.execPath, [CLI, 'member', 'kala@example.org', '--json'], {
    env: { DATABASE_URL: database.databaseUrl },
  })
  expect(JSON.parse(member.stdout)).toMatchObject({
    messages: [{ kind: 'membership_decided', state: 'sent' }],
    decisions: [{ to_status: 'approved' }],
  })
  expect(member.stdout).not.toMatch(/argon2|token|password(?!_proven_at)/)
})

/** With psql where there is one; the driver says the same words. */
async function typeIntoPsql(statement: string): Promise<void> {
  if (findPsql()) await run('psql', [database.databaseUrl, '--no-psqlrc', '-c', statement])
  else await query(database, statement)
}
