import { neon, neonConfig, NeonDbError } from '@neondatabase/serverless'
import type { Env } from '../env.ts'
import type { RetryingSql, Sql } from './ports.ts'

/** Long enough for a database that has to wake up first, short enough to answer a person. */
const TIMEOUT_MS = 8000

/**
 * Connects to the database over HTTP; nothing is sent until the first query.
 *
 * @param timeoutMs every statement that takes longer is abandoned and throws.
 */
export function createSql(env: Database, timeoutMs = TIMEOUT_MS): Sql {
  if (env.DATABASE_HTTP_URL) neonConfig.fetchEndpoint = env.DATABASE_HTTP_URL
  return neon(env.DATABASE_URL, { fetchOptions: timeoutPerRequest(timeoutMs) })
}

/**
 * Asks the same database, and once more, at once, when an answer got lost on the way or the host could not reach the
 * database: a compute that moves, a connection that was closed. Only for statements that may be carried out twice.
 *
 * @param timeoutMs for both tries together.
 */
export function createRetryingSql(env: Database, timeoutMs = TIMEOUT_MS): RetryingSql {
  return async (strings, ...params) => {
    const signal = AbortSignal.timeout(timeoutMs)
    const sql = neon(env.DATABASE_URL, { fetchOptions: { signal } })
    try {
      return await sql(strings, ...params)
    } catch (error) {
      if (signal.aborted || !isConnectionLost(error)) throw error
      return sql(strings, ...params)
    }
  }
}

/** PostgreSQL's classes of what befalls a connection: 08, and 57P for a server that stops or begins. */
const CONNECTION_ERROR_STATES = /^(?:08|57P)/

/**
 * Whether the database was never asked, or its answer never came: the call itself failed, or something before the
 * database says that it cannot reach it ("Control plane request failed"). An error of the statement has its state.
 */
function isConnectionLost(error: unknown): boolean {
  // The answer had begun.
  if (error instanceof TypeError) return true
  if (!(error instanceof NeonDbError)) return false
  if (error.code) return CONNECTION_ERROR_STATES.test(error.code)
  return error.sourceError !== undefined || /^Server error \(HTTP status 5\d\d\)/.test(error.message)
}

/** The driver spreads these options into each request, so the getter starts a new clock every time. */
function timeoutPerRequest(timeoutMs: number) {
  return {
    get signal() {
      return AbortSignal.timeout(timeoutMs)
    },
  }
}

type Database = Pick<Env, 'DATABASE_URL' | 'DATABASE_HTTP_URL'>
