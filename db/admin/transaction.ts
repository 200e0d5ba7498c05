import pg from 'pg'
import type { ResultRow, Statement } from './commands/command.ts'

const CONNECT_TIMEOUT_MS = 10_000
const STATEMENT_TIMEOUT_MS = 30_000

const types = new pg.TypeOverrides()
// Counts fit into a double.
types.setTypeParser(pg.types.builtins.INT8, Number)

/** Runs the statements in one transaction and returns the rows of each. @throws DatabaseError after a rollback. */
export async function transaction(
  databaseUrl: string,
  statements: Statement[],
  end: 'commit' | 'rollback',
): Promise<ResultRow[][]> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: STATEMENT_TIMEOUT_MS,
    types,
  })
  await client.connect()
  try {
    const results: ResultRow[][] = []
    // Times without an offset are UTC, whatever the server's zone.
    await client.query(`begin; set local time zone 'UTC'`)
    for (const statement of statements) results.push((await client.query<ResultRow>(statement)).rows)
    await client.query(end)
    return results
  } finally {
    await client.end()
  }
}
