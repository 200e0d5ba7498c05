import { neon, neonConfig, NeonDbError } from '@neondatabase/serverless'
import type { Env } from '../env.ts'
import type { RetryingSql, Sql } from './ports.ts'

/** Long enough for a suspended database to wake up. */
const TIMEOUT_MS = 8000

export function createSql(env: Database, timeoutMs = TIMEOUT_MS): Sql {
  return connect(env, {
    // The driver spreads these options into each request, so the getter creates a new signal every time.
    get signal() {
      return AbortSignal.timeout(timeoutMs)
    },
  })
}

/**
 * The same, with one immediate retry after a lost connection. Only for idempotent statements.
 *
 * @param timeoutMs for both attempts together.
 */
export function createRetryingSql(env: Database, timeoutMs = TIMEOUT_MS): RetryingSql {
  return async (strings, ...params) => {
    const signal = AbortSignal.timeout(timeoutMs)
    const sql = connect(env, { signal })
    try {
      return await sql(strings, ...params)
    } catch (error) {
      if (signal.aborted || !isConnectionLost(error)) throw error
      return sql(strings, ...params)
    }
  }
}

function connect(env: Database, fetchOptions: { readonly signal: AbortSignal }): Sql {
  // The driver has one endpoint for all clients of a process.
  if (env.DATABASE_HTTP_URL) neonConfig.fetchEndpoint = env.DATABASE_HTTP_URL
  return neon(env.DATABASE_URL, { fetchOptions })
}

/** SQLSTATE classes of connection errors: 08, and 57P for a server that stops or starts. */
const CONNECTION_ERROR_STATES = /^(?:08|57P)/

/**
 * Whether the statement got no response from the database: the request failed, or Neon's proxy couldn't reach it ("Control plane
 * request failed"). Errors of a statement have an SQLSTATE.
 */
function isConnectionLost(error: unknown): boolean {
  // The response was cut off.
  if (error instanceof TypeError) return true
  if (!(error instanceof NeonDbError)) return false
  if (error.code) return CONNECTION_ERROR_STATES.test(error.code)
  return error.sourceError !== undefined || /^Server error \(HTTP status 5\d\d\)/.test(error.message)
}

type Database = Pick<Env, 'DATABASE_URL' | 'DATABASE_HTTP_URL'>
