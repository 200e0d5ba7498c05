import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MAX_ATTEMPTS } from '#src/server/outbox/deliver-outbox.ts'
import { leaseRows } from '#src/server/outbox/outbox.ts'
import { createSql } from '#src/server/vendors/neon.ts'
import { startMailbox, type Mailbox } from '../../netlify/local/mailbox/mailbox.ts'
import { failingMailbox, type MailboxFailure, type Failures } from '../support/failing-mailbox.ts'
import { deliveryTo, letLeasesAndPausesEnd } from '../support/outbox.ts'
import { envOf } from '../support/portal.ts'
import { query } from '../support/query.ts'
import { useDatabase } from '../support/test-databases.ts'

/** Database, application and provider as in production; the provider fails as each test asks. */
const database = useDatabase()
const alarms = vi.spyOn(console, 'error')
let deliver: ReturnType<typeof deliveryTo>
let mailbox: Mailbox
let failures: Failures

beforeEach(async () => {
  failures = () => undefined
  alarms.mockReset().mockImplementation(() => undefined)
  await query(database, 'delete from outbox; delete from users')
  const middleware = [failingMailbox((call) => failures(call))]
  mailbox = await startMailbox({ directory: null, port: 0, middleware })
  deliver = deliveryTo(database, mailbox)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await mailbox.close()
  // No address, name or token may be logged.
  expect(JSON.stringify(alarms.mock.calls)).not.toMatch(/@|secret-token|Keoni/)
})

test.each<[string, () => Promise<unknown>]>([
  [
    'is killed before it sends',
    () =>
      leaseRows(createSql(envOf(database)), 'single', { count: 10, leaseMs: 60_000 }).then(() => deliver()),
  ],
  [
    'is killed after the provider took the mail',
    () => {
      failures = ({ path }) => (path === '/email' ? { is: 'dropping' } : undefined)
      return deliver()
    },
  ],
  [
    'gives up a mail that the provider took, and an administrator retries it',
    async () => {
      failures = ({ path }) => (path === '/email' ? { is: 'dropping' } : refusing(422, 999))
      for (let round = 0; round < MAX_ATTEMPTS; round++) {
        await deliver()
        await letLeasesAndPausesEnd(database)
      }
      expect(await query(database, 'select result from retry_outbox()')).toEqual([
        { result: 'will be retried' },
      ])
    },
  ],
])('the member gets one mail when a worker %s', async (_, fail) => {
  const to = 'kai@example.com'
  const mail = JSON.stringify({ to, fullName: 'Keoni' })
  await query(database, `select enqueue('password_changed', 'one', $1)`, [mail])
  await fail()
  failures = () => undefined
  await letLeasesAndPausesEnd(database)
  expect(await deliver()).toMatchObject({ sent: 1 })
  expect(await received()).toEqual([to])
})

test('a reset mail that comes too late is dropped', async () => {
  const reset = '{"to": "late@example.com", "token": "secret-token"}'
  await query(database, `select enqueue('reset_password', 'late', $1, now())`, [reset])
  expect(await deliver()).toMatchObject({ dead: 1, sent: 0 })
  expect(await received()).toEqual([])
  expect(await query(database, 'select last_error, payload from outbox')).toEqual([
    { last_error: 'expired', payload: { to: 'late@example.com' } },
  ])
})

async function received(): Promise<string[]> {
  return (await mailbox.store.list()).map(({ To }) => To)
}

function refusing(status: number, ErrorCode: number): Extract<MailboxFailure, { is: 'refusing' }> {
  return { is: 'refusing', answer: { status, body: { ErrorCode, Message: 'No.' } } }
}
