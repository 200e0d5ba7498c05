import type { ServerMiddleware } from 'srvx'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queueBroadcasts } from '#src/server/broadcasts/queue.ts'
import type { DeliveryDeps } from '#src/server/outbox/deliver-row.ts'
import { leaseRows } from '#src/server/outbox/outbox.ts'
import { createPostmark } from '#src/server/vendors/postmark.ts'
import type { Mailer } from '#src/server/vendors/ports.ts'
import { type Mailbox, startMailbox } from '../../netlify/local/mailbox/mailbox.ts'
import { deliverWith, dueIn } from '../support/broadcasts.ts'
import { failingMailbox, type Failures } from '../support/failing-mailbox.ts'
import { deliveryEnv, letLeasesAndPausesEnd, MAIL_FROM } from '../support/outbox.ts'
import { onPortal } from '../support/portal.ts'

const MEMBERS = 260
const BATCH = '/email/batch'

/** Database and provider as in production; the provider fails as each test asks. */
onPortal('broadcasts', (portal) => {
  const programme = dueIn(20)
  let mailbox: Mailbox
  let failures: Failures
  let paths: string[]
  let mailer: Mailer

  beforeEach(async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    failures = () => undefined
    paths = []
    await portal.clear()
    await portal.query('delete from broadcasts')
    await openMailbox([
      failingMailbox((call) => {
        paths.push(call.path)
        return failures(call)
      }),
    ])
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await mailbox.close()
  })

  test('leave in batches, one email for each member', async () => {
    await remind(MEMBERS)
    expect(await deliver()).toMatchObject({ sent: MEMBERS })
    expect(await recipients()).toEqual(everyone(MEMBERS))
    expect(paths).toEqual([BATCH, BATCH])
  })

  test.each<[string, () => Promise<unknown>]>([
    [
      'before the call',
      () => leaseRows(portal.deps.sql, 'batch', { count: 500, leaseMs: 60_000 }).then(() => deliver()),
    ],
    [
      'during the call',
      () => {
        failures = ({ path }) => (path === BATCH ? { is: 'dropping' } : undefined)
        return deliver()
      },
    ],
    [
      'before it stores the results',
      () =>
        deliver({
          mailer: {
            ...mailer,
            sendBatch: async (batch) => {
              await mailer.sendBatch(batch)
              throw new Error('killed')
            },
          },
        }),
    ],
  ])('reach each member once when a worker is killed %s', async (_, kill) => {
    await remind(20)
    expect(await kill()).toMatchObject({ sent: 0 })
    failures = () => undefined
    await letLeasesAndPausesEnd(portal.database)
    expect(await deliver()).toMatchObject({ sent: 20 })
    expect(await recipients()).toEqual(everyone(20))
  })

  test('reach each member once when two workers deliver', async () => {
    await remind(MEMBERS)
    await Promise.all([deliver(), deliver()])
    expect(await recipients()).toEqual(everyone(MEMBERS))
  })

  test.each([
    [429, 'postmark_http_429', 0],
    [500, 'postmark_http_500', 1],
  ])('all wait when the call is answered with %i', async (status, reason, attempts) => {
    await remind(MEMBERS)
    failures = () => ({ is: 'refusing', answer: { status, body: {} } })
    expect(await deliver()).toMatchObject({ sent: 0, dead: 0 })
    expect(paths).toEqual([BATCH])
    const rows = await portal.query(
      `select last_error as reason, max(attempts) as attempts, bool_and(next_attempt_at > now()) as waits
       from outbox group by 1`,
    )
    expect(rows).toEqual([{ reason, attempts, waits: true }])
  })

  test('that Postmark refuses stop no other of their batch', async () => {
    const codes: Partial<Record<string, number>> = {
      'm1@example.com': 406,
      'm2@example.com': 300,
      'm3@example.com': 100,
    }
    await mailbox.close()
    await openMailbox([
      async (request) => {
        const messages = (await request.json()) as { To: string }[]
        return Response.json(
          messages.map(({ To }) => ({ ErrorCode: codes[To] ?? 0, Message: '', MessageID: `id of ${To}` })),
        )
      },
    ])
    await remind(5)
    expect(await deliver()).toMatchObject({ sent: 2, skipped: 1, dead: 1, retrying: 1 })
    const rows = await portal.query(
      `select user_id as id, last_error as reason, provider_message_id as "providerMessageId", email_preferences = '{}' as "isEnded"
       from outbox join profiles p on p.id = user_id order by 1`,
    )
    const row = { reason: null, providerMessageId: null, isEnded: false }
    expect(rows).toEqual([
      { ...row, id: 'm1', reason: 'address_refused', isEnded: true },
      { ...row, id: 'm2', reason: 'postmark_300' },
      { ...row, id: 'm3', reason: 'postmark_100' },
      { ...row, id: 'm4', providerMessageId: 'id of m4@example.com' },
      { ...row, id: 'm5', providerMessageId: 'id of m5@example.com' },
    ])
  })

  test('wait until every email that someone waits for has left', async () => {
    await remind(2)
    for (let n = 0; n < 9; n++) await enqueueTransactional()
    await deliver()
    expect(paths).toEqual([...Array<string>(9).fill('/email'), BATCH])
  })

  test('let an email leave between two batches', async () => {
    await remind(MEMBERS)
    failures = async ({ path }) => {
      if (path === BATCH && paths.length === 1) await enqueueTransactional()
      return undefined
    }
    await deliver()
    expect(paths).toEqual([BATCH, '/email', BATCH])
  })

  async function openMailbox(middleware: ServerMiddleware[]): Promise<void> {
    mailbox = await startMailbox({ directory: null, port: 0, middleware })
    const { POSTMARK_SERVER_TOKEN: token, POSTMARK_API_URL: apiUrl } = deliveryEnv(mailbox)
    mailer = createPostmark({ token, apiUrl, from: MAIL_FROM, replyTo: 'team@example.org' })
  }

  /** Queues a reminder to so many members. */
  async function remind(count: number): Promise<void> {
    await portal.query(
      `insert into users (id, email, password_hash, email_confirmed_at)
       select 'm' || n, 'm' || n || '@example.com', '$argon2id$x', now() from generate_series(1, ${count}) n`,
    )
    await portal.query(`insert into profiles (id) select id from users`)
    await portal.query(`set lanai.allow_bulk = on; update profiles set approval_status = 'approved'`)
    await portal.query('delete from outbox')
    expect(await queueBroadcasts(portal.deps.sql, programme, Date.now())).toBe(count)
  }

  function enqueueTransactional() {
    return portal.query(
      `select enqueue('password_changed', gen_random_uuid()::text, '{"to": "kai@example.com"}')`,
    )
  }

  function deliver(changes: Partial<DeliveryDeps> = {}) {
    return deliverWith({ sql: portal.deps.sql, programme, mailer }, changes)
  }

  async function recipients(): Promise<string[]> {
    return (await mailbox.store.list()).map(({ To }) => To).toSorted()
  }
})

function everyone(count: number): string[] {
  return Array.from({ length: count }, (_, n) => `m${n + 1}@example.com`).toSorted()
}
