import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSql } from '#src/server/vendors/neon.ts'
import { createOutbox } from '#src/server/outbox/outbox.ts'
import type { ClaimedRow, Outbox } from '#src/server/outbox/ports.ts'
import { migrate } from '../../db/migrate.ts'
import { memoryOutbox } from '../fakes/memory-outbox.ts'
import { query } from '../support/query.ts'
import { testDatabases, type TestDatabase } from '../support/test-databases.ts'

const MINUTE_MS = 60_000
const LEASE_MS = MINUTE_MS

const stores: readonly (readonly [string, () => Promise<Store>])[] = [
  ['memory', () => Promise.resolve(memoryStore())],
  ...testDatabases.map(([name, start]) => [name, async () => storedOutbox(await start())] as const),
]

describe.each(stores)('the outbox: %s', (_, open) => {
  let store: Store
  beforeAll(async () => {
    store = await open()
  })
  afterAll(() => store.close())
  beforeEach(() => store.clear())

  test('what was announced is claimed once, oldest first, with its payload read', async () => {
    await announce('a@example.com')
    await announce('b@example.com')
    expect(recipients(await claim())).toEqual(['a@example.com', 'b@example.com'])
    expect(await claim()).toEqual([])
  })

  test('what a dead worker had is due again after its lease, and the try counts', async () => {
    await announce('a@example.com')
    expect((await claim())[0]?.attempts).toBe(1)
    await store.pass(LEASE_MS - 1000)
    expect(await claim()).toEqual([])
    await store.pass(1000)
    expect((await claim())[0]?.attempts).toBe(2)
  })

  test('what is sent is never claimed again and remembers nothing', async () => {
    await announce('a@example.com')
    const [row] = await claim()
    await store.outbox.markSent(must(row), { providerId: 'pm-1', reason: null })
    await store.pass(2 * LEASE_MS)
    expect(await claim()).toEqual([])
    expect(await store.row()).toEqual({
      state: 'sent',
      payload: null,
      reason: null,
      providerId: 'pm-1',
      attempts: 1,
    })
  })

  test('what is postponed comes back after the delay and says why', async () => {
    await announce('a@example.com')
    const [row] = await claim()
    await store.outbox.postpone(must(row), 30_000, 'down')
    expect(await store.row()).toMatchObject({ state: 'waiting', reason: 'down', attempts: 1 })
    await store.pass(29_000)
    expect(await claim()).toEqual([])
    await store.pass(1000)
    expect((await claim())[0]?.attempts).toBe(2)
  })

  test('what is given back has not used up a try', async () => {
    await announce('a@example.com')
    const [row] = await claim()
    await store.outbox.giveBack(must(row), 30_000, 'not let in')
    expect(await store.row()).toMatchObject({ state: 'waiting', reason: 'not let in', attempts: 0 })
    await store.pass(30_000)
    expect((await claim())[0]?.attempts).toBe(1)
  })

  test('what is buried is never claimed again and has lost its token', async () => {
    await store.announce('reset_password', { to: 'a@example.com', fullName: 'Kai', token: 'secret' })
    const [row] = await claim()
    await store.outbox.bury(must(row), 'inactive')
    await store.pass(2 * LEASE_MS)
    expect(await claim()).toEqual([])
    expect(await store.row()).toMatchObject({
      state: 'dead',
      payload: { to: 'a@example.com', fullName: 'Kai' },
      reason: 'inactive',
    })
  })

  test('a worker that lost its lease can no longer postpone, bury or give back what another one has', async () => {
    await announce('a@example.com')
    const [late] = await claim()
    await store.pass(LEASE_MS)
    await claim()
    await store.outbox.postpone(must(late), 0, 'late')
    await store.outbox.giveBack(must(late), 0, 'late')
    await store.outbox.bury(must(late), 'late')
    expect(await claim()).toEqual([])
    expect(await store.row()).toMatchObject({ state: 'waiting', reason: null, attempts: 2 })
  })

  test('a worker that lost its lease after sending has sent it all the same', async () => {
    await announce('a@example.com')
    const [late] = await claim()
    await store.pass(LEASE_MS)
    await claim()
    await store.outbox.markSent(must(late), { providerId: 'pm-1', reason: null })
    await store.pass(2 * LEASE_MS)
    expect(await claim()).toEqual([])
  })

  test('a row knows that it has expired and how late it is', async () => {
    await store.announce('reset_password', { to: 'a@example.com', token: 't' }, 60 * MINUTE_MS)
    await store.pass(59 * MINUTE_MS)
    const [inTime] = await claim()
    expect(inTime?.expired).toBe(false)
    expect(Math.round((inTime?.overdueMs ?? 0) / MINUTE_MS)).toBe(59)
    await store.pass(MINUTE_MS)
    expect((await claim())[0]?.expired).toBe(true)
  })

  test.each([
    ['confirm_email', { to: 'a@example.com', token: 't' }, { fullName: null }],
    [
      'user_registered',
      { userId: '1', email: 'a@example.com', fullName: 'ʻŌhiʻa 張' },
      { fullName: 'ʻŌhiʻa 張' },
    ],
    ['membership_decided', { userId: '1', eventId: 12 }, { eventId: '12' }],
    ['password_changed', { fullName: 'Kai' }, null],
    ['password_changed', { to: 7 }, null],
  ])('the payload of %s %o is read', async (kind, payload, expected) => {
    await store.announce(kind, payload)
    const { announcement } = must((await claim())[0])
    if (expected) expect(announcement).toMatchObject({ kind, ...expected })
    else expect(announcement).toBeNull()
  })

  const announce = (to: string) => store.announce('password_changed', { to, fullName: null })
  const claim = () => store.outbox.claim(10, LEASE_MS)
})

describe.each(testDatabases)('decisions are told as they are now: %s', (_, start) => {
  let database: TestDatabase
  let store: Store
  beforeAll(async () => {
    database = await start()
    store = await storedOutbox(database)
    await query(database, `select register_member('kai@example.com', '$argon2id$x', 'Kai')`)
  })
  afterAll(() => store.close())
  beforeEach(async () => {
    await query(database, `update profiles set approval_status = 'pending'`)
    await store.clear()
  })

  test('approve, deny, approve within a minute: only the last is told', async () => {
    for (const status of ['approved', 'denied', 'approved']) await decide(status)
    expect(await verdicts()).toEqual(['superseded', 'superseded', 'tell approved'])
  })

  test('a return to pending silences what was decided before', async () => {
    await decide('approved')
    await decide('pending')
    expect(await verdicts()).toEqual(['undecided'])
  })

  test('what was told a moment ago is not told twice; told long ago, it is', async () => {
    await decide('approved')
    await tell()
    await decide('denied')
    await decide('approved')
    expect(await verdicts()).toEqual(['superseded', 'told_already'])

    await query(
      database,
      `update outbox set sent_at = now() - interval '11 minutes' where sent_at is not null`,
    )
    await query(database, 'update outbox set locked_until = null')
    expect(await verdicts()).toEqual(['superseded', 'tell approved'])
  })

  test('what was told a moment ago is told again when the other decision may have arrived in between', async () => {
    await decide('approved')
    await tell()
    await decide('denied')
    const [unanswered] = await store.outbox.claim(1, LEASE_MS)
    await store.outbox.postpone(must(unanswered), 30_000, 'postmark_unreachable')
    await decide('approved')
    expect(await verdicts()).toEqual(['tell approved'])
  })

  test('the other decision is told, however soon', async () => {
    await decide('approved')
    await tell()
    await decide('denied')
    expect(await verdicts()).toEqual(['tell denied'])
  })

  test('a decision about an account that is gone is nobody’s', async () => {
    expect(await store.outbox.findDecision('999999')).toBeNull()
  })

  const decide = (status: string) => query(database, 'update profiles set approval_status = $1', [status])

  async function tell() {
    const [row] = await store.outbox.claim(1, LEASE_MS)
    await store.outbox.markSent(must(row), { providerId: 'pm-1', reason: null })
  }

  async function verdicts() {
    const rows = await store.outbox.claim(10, LEASE_MS)
    return Promise.all(
      rows.map(async ({ announcement }) => {
        if (announcement?.kind !== 'membership_decided') return 'something else'
        const decision = await store.outbox.findDecision(announcement.eventId)
        expect(decision).toMatchObject({ email: 'kai@example.com', fullName: 'Kai' })
        return decision?.verdict === 'tell' ? `tell ${decision.approvalStatus}` : decision?.verdict
      }),
    )
  }
})

function memoryStore(): Store {
  const clock = { now: Date.UTC(2026, 0, 1) }
  const outbox = memoryOutbox(clock)
  return {
    outbox,
    announce: outbox.announce.bind(outbox),
    pass(ms) {
      clock.now += ms
      return Promise.resolve()
    },
    row() {
      const { sentAt, deadAt, payload, lastError, providerId, attempts } = must(outbox.rows[0])
      const state = sentAt ? 'sent' : deadAt ? 'dead' : 'waiting'
      return Promise.resolve({ state, payload, reason: lastError, providerId, attempts })
    },
    clear() {
      outbox.rows.length = 0
      return Promise.resolve()
    },
    close: () => Promise.resolve(),
  }
}

async function storedOutbox(database: TestDatabase): Promise<Store> {
  await migrate(database.databaseUrl)
  const urls = { DATABASE_URL: database.roleUrls.lanai_app, DATABASE_HTTP_URL: database.httpUrl }
  return {
    outbox: createOutbox(createSql(urls, 10_000)),
    async announce(kind, payload, expiresInMs) {
      const expiry = expiresInMs === undefined ? 'null' : `now() + interval '${expiresInMs} milliseconds'`
      await query(database, `select enqueue($1, gen_random_uuid()::text, $2, ${expiry})`, [kind, payload])
    },
    /** Nobody can turn the database's clock, but everything it has written can become older. */
    async pass(ms) {
      await query(
        database,
        `update outbox set next_attempt_at = next_attempt_at - d, locked_until = locked_until - d,
           expires_at = expires_at - d, created_at = created_at - d
         from (select $1 * interval '1 millisecond' as d) as passed`,
        [ms],
      )
    },
    async row() {
      const [row] = await query<Awaited<ReturnType<Store['row']>>>(
        database,
        `select case when sent_at is not null then 'sent' when dead_at is not null then 'dead' else 'waiting' end as state,
           payload, last_error as reason, provider_id as "providerId", attempts
         from outbox`,
      )
      return must(row)
    },
    async clear() {
      await query(database, 'delete from outbox')
    },
    close: () => database.close(),
  }
}

function recipients(rows: ClaimedRow[]) {
  return rows.map(({ announcement }) => announcement && 'to' in announcement && announcement.to)
}

function must<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('There is no such row.')
  return value
}

/** An outbox, and what only a test can do with one. */
interface Store {
  outbox: Outbox
  announce(kind: string, payload: Record<string, unknown>, expiresInMs?: number): Promise<void>
  pass(ms: number): Promise<void>
  row(): Promise<{
    state: string
    payload: object | null
    reason: string | null
    providerId: string | null
    attempts: number
  }>
  clear(): Promise<void>
  close(): Promise<void>
}
