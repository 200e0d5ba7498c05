import pg from 'pg'

/** Connections are kept this long, because connecting costs more than most statements. */
const KEPT_MS = 500

/** Runs one statement as psql would, in a session without earlier settings. */
export async function query<Row extends pg.QueryResultRow>(
  { databaseUrl }: { databaseUrl: string },
  text: string,
  params: unknown[] = [],
): Promise<Row[]> {
  const pool = pools.get(databaseUrl) ?? open(databaseUrl)
  const client = await pool.connect()
  let isClean = false
  try {
    const { rows } = await client.query<Row>(text, params)
    await client.query('reset all')
    isClean = true
    return rows
  } finally {
    client.release(!isClean)
  }
}

/** Every row of these tables, or of all, as one text. */
export async function everyRow(database: { databaseUrl: string }, tables?: string[]): Promise<string> {
  const sql = `select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`
  const names = tables ?? (await query<{ name: string }>(database, sql)).map(({ name }) => name)
  const everyTable = names.map((name) => `select '${name}' as name, t::text as row from ${name} t`)
  return JSON.stringify(await query(database, `${everyTable.join(' union all ')} order by 1, 2`))
}

/** Closes the connections that `query` keeps open to this database. */
export async function disconnect(databaseUrl: string): Promise<void> {
  const own = [...pools].filter(([url]) => databaseOf(url) === databaseOf(databaseUrl))
  for (const [url] of own) pools.delete(url)
  await Promise.all(own.map(([, pool]) => pool.end()))
}

const pools = new Map<string, pg.Pool>()

function open(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 100, idleTimeoutMillis: KEPT_MS, allowExitOnIdle: true })
  // Connections end when a test stops their server.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  pools.set(connectionString, pool)
  return pool
}

function databaseOf(url: string): string {
  const { host, pathname } = new URL(url)
  return host + pathname
}
