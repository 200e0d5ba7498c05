import { neon, neonConfig } from '@neondatabase/serverless'
import type { Env } from '../env.ts'
import type { Sql } from './ports.ts'

/** Long enough for a database that has to wake up first, short enough to answer a person. */
const TIMEOUT_MS = 8000

/**
 * Connects to the database over HTTP; nothing is sent until the first query.
 *
 * @param timeoutMs every statement that takes longer is abandoned and throws.
 */
export function createSql(env: Pick<Env, 'DATABASE_URL' | 'DATABASE_HTTP_URL'>, timeoutMs = TIMEOUT_MS): Sql {
  if (env.DATABASE_HTTP_URL) neonConfig.fetchEndpoint = env.DATABASE_HTTP_URL
  return neon(env.DATABASE_URL, { fetchOptions: timeoutPerRequest(timeoutMs) })
}

/** The driver spreads these options into each request, so the getter starts a new clock every time. */
function timeoutPerRequest(timeoutMs: number) {
  return {
    get signal() {
      return AbortSignal.timeout(timeoutMs)
    },
  }
}
