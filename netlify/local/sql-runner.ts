import pg from 'pg'
import type { Statement } from './sql-request.ts'

/** The SQL endpoint's connections to a PostgreSQL server, embedded or not. */
export function createSqlPool(databaseUrl: string, { size, role }: SqlPoolOptions): SqlPool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: size,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 0,
    types: rawText,
    // A connection that cannot take the role on is not used.
    // It waits for what this returns, whatever its types say.
    onConnect: (client): unknown => role && client.query(`SET ROLE ${pg.escapeIdentifier(role)}`),
  })
  // A connection that breaks while it rests is replaced at the next use: no caller is waiting for it.
  pool.on('error', () => undefined)
  return pool
}

/** Throws only when the database cannot be reached, or when the caller is gone before it began. */
export async function runStatement(
  pool: SqlPool,
  statement: Statement,
  departed: AbortSignal,
): Promise<RunResult> {
  const client = await pool.connect()
  if (departed.aborted) {
    client.release()
    throw new Error('Nobody waits for the answer any more.')
  }
  try {
    const value = await run(client, statement)
    client.release()
    return { ok: true, value }
  } catch (error) {
    const isRefusal = error instanceof pg.DatabaseError
    // Whatever is worse than a statement that failed ends the connection.
    client.release(!isRefusal || error.severity !== 'ERROR')
    if (!isRefusal) throw error
    return { ok: false, error: errorFields(error) }
  }
}

/** Always the extended protocol, which allows one statement only: as Neon does. */
async function run(client: pg.PoolClient, { text, values, arrayMode }: Statement): Promise<SqlResult> {
  const query = { text, values, name: preparedName(text), rowMode: 'array', queryMode: 'extended' } as const
  const result = await client.query<(string | null)[]>(query)
  const names = result.fields.map((field) => field.name)
  return {
    command: result.command,
    rowCount: result.rowCount,
    fields: result.fields,
    rowAsArray: arrayMode,
    rows: arrayMode ? result.rows : result.rows.map((row) => toObject(names, row)),
  }
}

function toObject(names: string[], row: (string | null)[]): Record<string, string | null> {
  return Object.fromEntries(names.map((name, index) => [name, row[index] ?? null]))
}

/**
 * Parsing and planning cost several times what running does, so a statement that comes again is prepared once a
 * connection. The number is bounded: statements with values written into them would pile up for ever.
 */
function preparedName(text: string): string | undefined {
  const known = preparedNames.get(text)
  if (known) return known
  if (preparedNames.size >= MAX_PREPARED) return undefined
  const name = `endpoint_${preparedNames.size}`
  preparedNames.set(text, name)
  return name
}

const MAX_PREPARED = 200
const preparedNames = new Map<string, string>()

/** The fields the driver copies onto its NeonDbError. */
function errorFields(error: pg.DatabaseError): Record<string, unknown> {
  const { message, severity, code, detail, hint, position, internalPosition, internalQuery } = error
  const { where, schema, table, column, dataType, constraint, file, line, routine } = error
  return {
    ...{ message, severity, code, detail, hint, position, internalPosition, internalQuery },
    ...{ where, schema, table, column, dataType, constraint, file, line, routine },
  }
}

/** The driver has the parsers: every value leaves here as PostgreSQL wrote it. */
const rawText = { getTypeParser: () => (value: string) => value } as pg.CustomTypesConfig

export interface SqlPoolOptions {
  size: number
  /** Whose rights its connections have instead of those of the URL's user; null keeps these. */
  role: string | null
}

export type SqlPool = pg.Pool

export type RunResult = { ok: true; value: SqlResult } | { ok: false; error: Record<string, unknown> }

export interface SqlResult {
  command: string
  rowCount: number | null
  fields: pg.FieldDef[]
  rowAsArray: boolean
  rows: (string | null)[][] | Record<string, string | null>[]
}
