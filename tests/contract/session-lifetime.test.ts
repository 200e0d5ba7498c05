import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createLuciaSessions } from '#src/server/adapters/lucia-sessions.ts'
import { createSql } from '#src/server/adapters/neon.ts'
import type { Sessions } from '#src/server/auth/ports.ts'
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
    const { databaseUrl: DATABASE_URL, httpUrl: DATABASE_HTTP_URL } = database
    sessions = createLuciaSessions(createSql({ DATABASE_URL, DATABASE_HTTP_URL }, 10_000))
  })
  afterAll(() => database.close())
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
  ])('C25: unused for %s, it is still there: %s', async (unused, isThere) => {
    await pass(unused)
    expect((await sessions.find(token)) !== null).toBe(isThere)
  })

  test('C26: past half of its life it is extended, in the database and in the cookie', async () => {
    await pass('8 days')
    expect((await sessions.find(token))?.renewedCookie).toMatchObject({
      name: '__Host-session',
      value: token,
    })
    expect((await sessions.find(token))?.renewedCookie).toBeNull()
    await pass('13 days')
    expect(await sessions.find(token)).not.toBeNull()
  })

  test('C25: however often it is extended, it ends 90 days after it began', async () => {
    for (let days = 0; days < 84; days += 12) {
      await pass('12 days')
      expect(await sessions.find(token)).not.toBeNull()
    }
    await pass('7 days')
    expect(await sessions.find(token)).toBeNull()
  })

  test('C08, C61: it ends with the account', async () => {
    await query(database, 'delete from users')
    expect(await sessions.find(token)).toBeNull()
  })

  function pass(interval: string) {
    return query(
      database,
      'update sessions set created_at = created_at - $1::interval, expires_at = expires_at - $1::interval',
      [interval],
    )
  }
})
