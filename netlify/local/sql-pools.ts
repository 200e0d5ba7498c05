import pg from 'pg'

/** The connections of each login that was asked for, all to one server. */
export function createSqlPools(databaseUrl: string): SqlPools {
  const { host } = new URL(databaseUrl)
  const pools = new Map<string, pg.Pool>()
  return {
    async run(login, statement, isDeparted) {
      const pool = pools.get(login) ?? createPool(Object.assign(new URL(login), { host }).href)
      pools.set(login, pool)
      const client = await pool.connect().catch(refusal)
      if (!('error' in client)) return runStatement(client, statement, isDeparted)
      // Logins that the server does not know are not kept.
      if (pool.totalCount === 0) pools.delete(login)
      return client
    },
    async close() {
      await Promise.all([...pools.values()].map((pool) => pool.end()))
    },
  }
}

function createPool(connectionString: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max: 10,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 0,
    types: rawText,
  })
  // A connection that breaks while it rests is replaced at the next use: no caller is waiting for it.
  pool.on('error', () => undefined)
  // Nor to one that the pool has let go of, and listens to no more.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

async function runStatement(client: pg.PoolClient, statement: Statement, isDeparted: () => boolean) {
  if (isDeparted()) {
    client.release()
    throw new Error('Nobody waits for the answer any more.')
  }
  try {
    const value = await run(client, statement)
    client.release()
    return { ok: true, value } as const
  } catch (error) {
    // Whatever is worse than a statement that failed ends the connection.
    client.release(!(error instanceof pg.DatabaseError) || error.severity !== 'ERROR')
    return refusal(error)
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

/** What PostgreSQL refuses is an answer, with the fields that the driver copies onto its NeonDbError. */
function refusal(error: unknown): { ok: false; error: Record<string, unknown> } {
  if (!(error instanceof pg.DatabaseError)) throw error
  const { message, severity, code, detail, hint, position, internalPosition, internalQuery } = error
  const { where, schema, table, column, dataType, constraint, file, line, routine } = error
  return {
    ok: false,
    error: {
      ...{ message, severity, code, detail, hint, position, internalPosition, internalQuery },
      ...{ where, schema, table, column, dataType, constraint, file, line, routine },
    },
  }
}

/** The driver has the parsers: every value leaves here as PostgreSQL wrote it. */
const rawText = { getTypeParser: () => (value: string) => value } as pg.CustomTypesConfig

export interface SqlPools {
  /**
   * Runs a statement as whom a connection string names. Throws only when the database cannot be reached, or when the
   * caller is gone before it began.
   */
  run(login: string, statement: Statement, isDeparted: () => boolean): Promise<RunResult>
  close(): Promise<void>
}

export interface Statement {
  text: string
  values: unknown[]
  /** Rows as arrays of values rather than as objects. */
  arrayMode: boolean
}

type RunResult = { ok: true; value: SqlResult } | { ok: false; error: Record<string, unknown> }

interface SqlResult {
  command: string
  rowCount: number | null
  fields: pg.FieldDef[]
  rowAsArray: boolean
  rows: (string | null)[][] | Record<string, string | null>[]
}
