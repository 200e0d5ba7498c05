import type { RoleUrls } from '../../netlify/local/database-worker.ts'
import { startDatabase } from '../../netlify/local/database.ts'
import { databaseTemplate } from './database-template.ts'
import { createRealDatabase } from './real-postgres.ts'

const anyPort = { host: '127.0.0.1', wirePort: 0, httpPort: 0 }

/** The databases every suite about stored things runs on, each empty and behind the application's own door. */
export const testDatabases = [
  ['PGlite', startPglite],
  ['PostgreSQL', startRealDatabase],
] as const

export function startPglite(): Promise<TestDatabase> {
  return startDatabase({
    directory: null,
    template: databaseTemplate(),
    databaseUrl: 'postgres://lanai:secret@127.0.0.1/lanai',
    ...anyPort,
  })
}

/** On a real server: the only place where two statements can run at once. */
export async function startRealDatabase(): Promise<TestDatabase> {
  const real = await createRealDatabase()
  const front = await startDatabase({ databaseUrl: real.url, ...anyPort })
  return {
    databaseUrl: real.url,
    roleUrls: front.roleUrls,
    httpUrl: front.httpUrl,
    async close() {
      await front.close()
      await real.drop()
    },
  }
}

export interface TestDatabase {
  /** The owner's. */
  databaseUrl: string
  /** For the SQL endpoint, once the schema is there: the application's own is lanai_app. */
  roleUrls: RoleUrls
  httpUrl: string
  close(): Promise<void>
}
