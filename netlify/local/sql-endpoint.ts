import { hash } from 'node:crypto'
import pg from 'pg'
import { FastResponse } from 'srvx'
import { listen } from './listen.ts'

// Longer than any client's, so that a connection never closes while a request is on its way.
const KEEP_ALIVE_MS = 75_000

/**
 * Neon's SQL-over-HTTP protocol in front of any PostgreSQL server: `POST /sql`, one statement per request or a batch of
 * them in a transaction, values as text. Runs with the login of the request's connection string. A failed statement is a 400 with PostgreSQL's error fields, an
 * unreachable database a 502.
 */
export async function startSqlEndpoint(databaseUrl: string) {
  const { host } = new URL(databaseUrl)
  const pools = new Map<string, pg.Pool>()

  const server = await listen({
    hostname: '127.0.0.1',
    port: 0,
    purpose: 'SQL over HTTP',
    node: { keepAliveTimeout: KEEP_ALIVE_MS },
    async fetch(request) {
      try {
        const login = String(request.headers.get('neon-connection-string'))
        const pool = pools.get(login) ?? createPool(Object.assign(new URL(login), { host }).href)
        pools.set(login, pool)
        const body = (await request.json()) as Statement | { queries: Statement[] }
        if (!('queries' in body)) return json(200, await run(pool, body))
        const isReadOnly = request.headers.get('neon-batch-read-only') === 'true'
        return json(200, { results: await runBatch(pool, body.queries, isReadOnly) })
      } catch (error) {
        // With the fields that the driver copies to its NeonDbError.
        if (error instanceof pg.DatabaseError)
          return json(400, Object.assign({ message: error.message }, error))
        return json(502, { message: `The database can’t be reached: ${String(error)}` })
      }
    },
  })

  return {
    url: `${server.url}/sql`,
    // Waits for running statements.
    async close() {
      await Promise.all([...pools.values()].map((pool) => pool.end()))
      await server.close()
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
  // The pool replaces broken idle connections at the next use.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

// Neon's driver parses values, so they are sent as PostgreSQL's text.
const rawText = { getTypeParser: () => (value: string) => value } as pg.CustomTypesConfig

async function runBatch(pool: pg.Pool, statements: Statement[], isReadOnly: boolean) {
  const client = await pool.connect()
  try {
    await client.query(isReadOnly ? 'begin read only' : 'begin')
    const results = []
    for (const statement of statements) results.push(await run(client, statement))
    await client.query('commit')
    client.release()
    return results
  } catch (error) {
    client.release(true)
    throw error
  }
}

// Named statements use the extended protocol, which allows one statement, as Neon does.
async function run(pool: pg.Pool | pg.PoolClient, { query, params }: Statement) {
  const { command, rowCount, fields, rows } = await pool.query<(string | null)[]>({
    text: query,
    values: params,
    // Parsing and planning cost several times as much as running, so each connection prepares a statement once.
    name: hash('sha1', query),
    // Neon's driver always asks for arrays.
    rowMode: 'array',
  })
  return { command, rowCount, fields, rowAsArray: true, rows }
}

function json(status: number, body: object): Response {
  return new FastResponse(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
}

interface Statement {
  query: string
  params: unknown[]
}
