import { neon, neonConfig, type NeonQueryFunction } from '@neondatabase/serverless'
import type { Env } from '../env.ts'

/** Neon's query function: a tagged template and `.query(text, params)`, over HTTP. Each call is one statement. */
export type Sql = NeonQueryFunction<false, false>

/**
 * Connects to the database over HTTP; nothing is sent until the first query.
 *
 * @param timeoutMs every statement that takes longer is abandoned and throws.
 */
export function createSql(env: Pick<Env, 'DATABASE_URL' | 'DATABASE_HTTP_URL'>, timeoutMs: number): Sql {
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
