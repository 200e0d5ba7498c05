import pg from 'pg'
import type { Cell, Result, Statement } from './commands/command.ts'

const CONNECT_TIMEOUT_MS = 10_000
const STATEMENT_TIMEOUT_MS = 30_000

const types = new pg.TypeOverrides()
// Counts fit into a double.
types.setTypeParser(pg.types.builtins.INT8, Number)

export async function transaction(
  databaseUrl: string,
  statements: Statement[],
  end: 'commit' | 'rollback',
): Promise<Result[]> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: STATEMENT_TIMEOUT_MS,
    types,
  })
  await client.connect()
  try {
    const results: Result[] = []
    // Times without an offset are UTC, whatever the server's zone.
    await client.query(`begin; set local time zone 'UTC'`)
    for (const statement of statements) {
      const { fields, rows } = await client.query<Record<string, Cell>>(statement)
      results.push({ fields: fields.map(({ name }) => name), rows })
    }
    await client.query(end)
    return results
  } finally {
    await client.end()
  }
}
