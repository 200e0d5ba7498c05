import { createHmac } from 'node:crypto'
import * as z from 'zod/mini'
import { SECOND_MS } from '#src/shared/units.ts'
import { isSame } from '../tokens.ts'
import type { RetryingSql, Clock } from '../vendors/ports.ts'

/** Health for monitors, with details for requests that the operator signed. */

export const HEALTH_DETAILS_PATH = '/healthz/details'

/** An instance queries the database at most once in this time. */
const CACHE_TTL_MS = 1000

/** Cached health, read like a member's session. Rejects when the database is unavailable. */
export function createHealth(retryingSql: RetryingSql, clock: Clock): () => Promise<HealthDetails> {
  let askedAtMs = -Infinity
  let answer: Promise<HealthDetails>
  return () => {
    if (clock() - askedAtMs >= CACHE_TTL_MS) {
      askedAtMs = clock()
      answer = readHealth(retryingSql, clock)
    }
    return answer
  }
}

async function readHealth(retryingSql: RetryingSql, clock: Clock): Promise<HealthDetails> {
  const startMs = clock()
  const [row] = await retryingSql`SELECT portal_health() AS health`
  return { databaseMs: Math.round(clock() - startMs), ...HealthRow.parse(row).health }
}

/** Counts and times from the SQL function, without personal data. */
const HealthRow = z.object({ health: z.record(z.string(), z.json()) })

export type HealthDetails = Record<string, unknown>

/** Tolerates clock skew and limits replays. */
const SIGNATURE_MAX_AGE_SECONDS = 300

/**
 * Whether `x-lanai-signature` is `sha256=` and the HMAC-SHA256 of `<x-lanai-timestamp>./healthz/details` under the secret, as
 * for the webhook. false without a secret.
 */
export function isSignedForHealth(headers: Headers, secret: string | undefined, nowMs: number): boolean {
  const at = String(headers.get('x-lanai-timestamp'))
  // NaN compares as false.
  const isOfNow = Math.abs(nowMs / SECOND_MS - Number(at)) <= SIGNATURE_MAX_AGE_SECONDS
  if (!secret || !isOfNow) return false
  const signed = createHmac('sha256', secret).update(`${at}.${HEALTH_DETAILS_PATH}`).digest('hex')
  return isSame(headers.get('x-lanai-signature') ?? '', `sha256=${signed}`)
}
