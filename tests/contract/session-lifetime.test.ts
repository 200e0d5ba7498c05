import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createLuciaSessions } from '#src/server/vendors/lucia.ts'
import { createSql } from '#src/server/vendors/neon.ts'
import type { Sessions } from '#src/server/vendors/ports.ts'
import { migrate } from '../../db/migrate.ts'
import { query } from '../support/query.ts'
import { testDatabases, type TestDatabase } from '../support/test-databases.ts'

/** Time passes by moving the stored session into the past: its own database is the only clock that counts. */
describe.each(testDatabases)('The lifetime of a session: %s', (_, start) => {
  let database: TestDatabase
  let sessions: Sessions
  let token: string

  beforeAll(async () => {
    database = await start()
    await migrate(database.databaseUrl)
    const urls = { DATABASE_URL: database.roleUrls.lanai_app, DATABASE_HTTP_URL: database.httpUrl }
    sessions = createLuciaSessions(createSql(urls, 10_000))
  })
  afterAll(() => database.close())
  afterEach(() => {
    vi.useRealTimers()
  })
  beforeEach(async () => {
    await query(database, 'delete from users')
    const [row] = await query<{ id: string }>(
      database,
      `select register_member('leilani@example.org', '$argon2id$', null) as id`,
    )
    const proof = { passwordHash: '$argon2id$', userAgent: 'Test' }
    token = (await sessions.start(row?.id ?? '', proof))?.value ?? ''
  })

  test('a fresh session is found, and nothing has to be renewed', async () => {
    expect(await sessions.find(token)).toMatchObject({ renewedCookie: null })
  })

  test.each([
    ['13 days 23 hours', true],
    ['14 days 1 minute', false],
  ])('unused for %s, it is still there: %s', async (unused, isThere) => {
    await pass(unused)
    expect((await sessions.find(token)) !== null).toBe(isThere)
  })

  test('past half of its life it is extended, in the database and in the cookie', async () => {
    await pass('8 days')
    expect((await sessions.find(token))?.renewedCookie).toMatchObject({
      name: '__Host-session',
      value: token,
    })
    expect((await sessions.find(token))?.renewedCookie).toBeNull()
    await pass('13 days')
    expect(await sessions.find(token)).not.toBeNull()
  })

  test('however often it is extended, it ends 90 days after it began', async () => {
    for (let days = 0; days < 84; days += 12) {
      await pass('12 days')
      expect(await sessions.find(token)).not.toBeNull()
    }
    await pass('7 days')
    expect(await sessions.find(token)).toBeNull()
  })

  test.each([-10, 10])('a clock of ours that is %d minutes off makes no difference', async (minutes) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })
    const { value } = await startAnother()
    expect(await secondsLeft(value)).toBe(14 * 24 * 60 * 60)
    await pass('13 days 23 hours 59 minutes')
    expect((await sessions.find(value))?.renewedCookie).not.toBeNull()
    expect(await secondsLeft(value)).toBe(14 * 24 * 60 * 60)
    await pass('14 days 1 second')
    expect(await sessions.find(value)).toBeNull()
  })

  test('when it was last seen is known to the day it was renewed', async () => {
    await query(database, `update sessions set last_seen_at = last_seen_at - interval '8 days'`)
    await pass('8 days')
    await sessions.find(token)
    const [row] = await query<{ recent: boolean }>(
      database,
      `select last_seen_at > now() - interval '1 minute' as recent from sessions`,
    )
    expect(row?.recent).toBe(true)
  })

  test('it ends with the account', async () => {
    await query(database, 'delete from users')
    expect(await sessions.find(token)).toBeNull()
  })

  async function startAnother() {
    const [row] = await query<{ id: string }>(database, 'select id from users')
    const cookie = await sessions.start(row?.id ?? '', { passwordHash: '$argon2id$', userAgent: null })
    if (!cookie) throw new Error('The password was changed.')
    return cookie
  }

  async function secondsLeft(value: string): Promise<number> {
    const [row] = await query<{ seconds: number }>(
      database,
      `select round(extract(epoch from expires_at - now()))::int as seconds from sessions where id = $1`,
      [createHash('sha256').update(value).digest('hex')],
    )
    return row?.seconds ?? NaN
  }

  function pass(interval: string) {
    return query(
      database,
      'update sessions set created_at = created_at - $1::interval, expires_at = expires_at - $1::interval',
      [interval],
    )
  }
})
