import * as z from 'zod/mini'
import { describeSiteConflict, SiteConflict } from '../site.ts'
import { isSame } from '../tokens.ts'
import type { RetryingSql, Clock } from '../vendors/ports.ts'

export const HEALTH_DETAILS_PATH = '/healthz/details'

// An instance queries the database at most once in this time.
const CACHE_TTL_MS = 1000

/** Cached health, read like a member's session. Rejects when the database is unavailable. */
export function createHealth(
  retryingSql: RetryingSql,
  clock: Clock,
  siteUrl: string,
): () => Promise<HealthDetails> {
  let askedAtMs = -Infinity
  let details: Promise<HealthDetails>
  return () => {
    if (clock() - askedAtMs >= CACHE_TTL_MS) {
      askedAtMs = clock()
      details = readHealth(retryingSql, clock, siteUrl)
    }
    return details
  }
}

async function readHealth(retryingSql: RetryingSql, clock: Clock, siteUrl: string): Promise<HealthDetails> {
  const startMs = clock()
  const [row] =
    await retryingSql`SELECT portal_health() AS health, find_site_conflict(${siteUrl}) AS "siteConflict"`
  const { health, siteConflict } = HealthRow.parse(row)
  return {
    databaseMs: Math.round(clock() - startMs),
    ...health,
    siteConflict: describeSiteConflict(siteConflict),
  }
}

/**
 * The SQLSTATE with which the database refuses a write, such as 53100 for a full disk; null when it takes one. Leaves nothing
 * behind. Reads work on a full disk, and so do small writes.
 */
export async function findWriteError(sql: RetryingSql): Promise<string | null> {
  try {
    // Any login may create a large object, and the exception rolls it back.
    await sql`
      DO $$ BEGIN
        IF current_setting('transaction_read_only')::boolean THEN RAISE read_only_sql_transaction; END IF;
        PERFORM lo_from_bytea(0, string_agg(uuid_send(gen_random_uuid()), '')) FROM generate_series(1, 4096);
        RAISE assert_failure;
      EXCEPTION WHEN assert_failure THEN
      END $$`
    return null
  } catch (error) {
    if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
    throw error
  }
}

const HealthRow = z.object({ health: z.record(z.string(), z.json()), siteConflict: SiteConflict })

export type HealthDetails = Record<string, unknown>

/** Whether the secret is a request's bearer token (RFC 6750). false without a secret. */
export function isOperator(headers: Headers, secret: string | undefined): boolean {
  return secret !== undefined && isSame(headers.get('authorization') ?? '', `Bearer ${secret}`)
}
