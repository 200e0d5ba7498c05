import { createAccounts } from '#src/server/adapters/accounts.ts'
import { createLuciaSessions } from '#src/server/adapters/lucia-sessions.ts'
import { createSql } from '#src/server/adapters/neon.ts'
import { migrate } from '../../db/migrate.ts'
import { memoryPortal, type MemoryPortal } from '../fakes/memory-portal.ts'
import { query } from './query.ts'
import { testDatabases, type TestDatabase } from './test-databases.ts'

const QUERY_TIMEOUT_MS = 10_000

/** The same promises kept by a fake and by each real database: what a contract suite runs over. */
export const portals: readonly (readonly [string, () => Promise<Portal>])[] = [
  ['memory', () => Promise.resolve({ ...memoryPortal(), close: () => Promise.resolve() })],
  ...testDatabases.map(([name, start]) => [name, async () => storedPortal(await start())] as const),
]

async function storedPortal(database: TestDatabase): Promise<Portal> {
  await migrate(database.databaseUrl)
  const sql = createSql(
    { DATABASE_URL: database.databaseUrl, DATABASE_HTTP_URL: database.httpUrl },
    QUERY_TIMEOUT_MS,
  )
  return {
    accounts: createAccounts(sql),
    sessions: createLuciaSessions(sql),
    async decide(email, status) {
      await query(database, 'select * from decide_membership($1, $2)', [email, status])
    },
    async sessionCount() {
      const [row] = await query<{ n: number }>(database, 'select count(*)::int as n from sessions')
      return row?.n ?? NaN
    },
    close: () => database.close(),
  }
}

export interface Portal extends MemoryPortal {
  close(): Promise<void>
}
