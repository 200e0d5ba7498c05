import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startMailbox, type Mailbox } from '../../netlify/local/mailbox/mailbox.ts'
import { killableWorker } from '../support/killable-process.ts'
import { deliveryTo, letLeasesAndPausesEnd } from '../support/outbox.ts'
import { query } from '../support/query.ts'
import { startTestDatabase, type TestDatabase } from '../support/test-databases.ts'

const ADMIN = 'leilani@example.com'

/** On a real server: only there do workers, administrators and visitors meet in the middle of a statement. */
let database: TestDatabase
let mailbox: Mailbox
let deliver: ReturnType<typeof deliveryTo>

beforeEach(async () => {
  database = await startTestDatabase()
  mailbox = await startMailbox({ directory: null, host: '127.0.0.1', port: 0 })
  deliver = deliveryTo(database, mailbox)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await mailbox.close()
  await database.close()
})

test('everybody who signs up during deliveries is in one notice to administrators, and in no other', async () => {
  vi.stubEnv('ADMIN_EMAILS', ADMIN)
  vi.stubEnv('ADMIN_NOTICES', 'hourly')
  const names = Array.from({ length: 40 }, (_, n) => `m${n}`)
  await Promise.all([...names.map(register), deliverByFour(), deliverByFour()])
  await deliverByFour()
  // The period ends while a worker that died is made good for and somebody else still signs up.
  await letLeasesAndPausesEnd(database)
  await Promise.all([register('late'), deliverByFour()])
  await deliverByFour()
  await letLeasesAndPausesEnd(database)
  await deliverByFour()

  const told = (await noticesToAdmins()).flatMap((text) => text.match(/^\w+@example\.org$/gm) ?? [])
  expect(told.sort()).toEqual([...names, 'late'].map((name) => `${name}@example.org`).sort())
})

test('somebody announced again, because a worker died, is in the notice once', async () => {
  vi.stubEnv('ADMIN_EMAILS', ADMIN)
  vi.stubEnv('ADMIN_NOTICES', 'hourly')
  await register('kai')
  await deliverByFour()
  await query(database, 'select announce_registration((select id from users), $1)', ['1 hour'])
  await letLeasesAndPausesEnd(database)
  await deliverByFour()
  await deliverByFour()
  expect((await noticesToAdmins()).join('\n').match(/^kai@example\.org$/gm)).toHaveLength(1)
})

test('somebody whose sign-up the webhook does not take is in one notice, and in none of a later hour', async () => {
  vi.stubEnv('ADMIN_EMAILS', ADMIN)
  vi.stubEnv('ADMIN_NOTICES', 'hourly')
  vi.stubEnv('WEBHOOK_ALLOW_LOOPBACK', '1')
  vi.stubEnv('WEBHOOK_URL', 'http://127.0.0.1:1/nobody-listens')
  vi.stubEnv('WEBHOOK_SECRET', 'a secret of sixteen letters')
  await register('kai')
  for (let hour = 0; hour < 3; hour++) {
    await deliverByFour()
    await letLeasesAndPausesEnd(database)
  }
  await deliverByFour()
  expect((await noticesToAdmins()).join('\n').match(/^kai@example\.org$/gm)).toHaveLength(1)
})

test('somebody whose worker is killed between announcing them and writing that down is in one notice', async () => {
  const webhook = createServer().listen(0, '127.0.0.1')
  await once(webhook, 'listening')
  const settings = {
    ADMIN_EMAILS: ADMIN,
    ADMIN_NOTICES: 'hourly',
    WEBHOOK_ALLOW_LOOPBACK: '1',
    WEBHOOK_URL: `http://127.0.0.1:${(webhook.address() as AddressInfo).port}/`,
    WEBHOOK_SECRET: 'a secret of sixteen letters',
  }
  const worker = await killableWorker(database, mailbox, settings)
  await register('kai')
  // The webhook is called after the announcement, and never answers.
  await worker.runUntil(once(webhook, 'request'), 0)
  await worker.remove()
  webhook.closeAllConnections()
  webhook.close()
  expect(await query(database, `select from outbox where kind = 'registration_notice'`)).toHaveLength(1)

  vi.stubEnv('ADMIN_EMAILS', ADMIN)
  vi.stubEnv('ADMIN_NOTICES', 'hourly')
  // The notice leaves while the dead worker's lease still runs, and only then somebody takes up its row.
  await query(
    database,
    `update outbox set next_attempt_at = now(), locked_until = null where kind = 'registration_notice' and sent_at is null`,
  )
  await deliverByFour()
  for (let hour = 0; hour < 2; hour++) {
    await letLeasesAndPausesEnd(database)
    await deliverByFour()
  }
  expect((await noticesToAdmins()).join('\n').match(/^kai@example\.org$/gm)).toHaveLength(1)
  expect(await query(database, 'select from list_undelivered()')).toEqual([])
})

async function register(name: string) {
  await query(database, `select sign_up($1, '$argon2id$x', $2, repeat('a', 64), interval '1 day')`, [
    `${name}@example.org`,
    name,
  ])
}

function deliverByFour() {
  return Promise.all(Array.from({ length: 4 }, () => deliver()))
}

async function noticesToAdmins() {
  return (await mailbox.store.list()).filter(({ To }) => To === ADMIN).map(({ TextBody }) => TextBody ?? '')
}
