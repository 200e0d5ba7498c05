import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import { SECOND_MS } from '#src/shared/units.ts'
import type { RetryingSql, Clock } from '../vendors/ports.ts'

/** What a monitor asks: whether the gate can do its work, and, with the operator's signature, how it is. */

export const HEALTH_PATH = '/healthz'
export const HEALTH_DETAILS_PATH = '/healthz/details'

/** However many monitors and strangers retryingSql, an instance asks the database once in this time. */
const CACHE_TTL_MS = 1000

/** How the portal is. The question goes the way that every member's goes. Rejects when the database cannot be asked. */
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

/** Counts and times as the function in the database names them, and nothing about a person. */
const HealthRow = z.object({ health: z.record(z.string(), z.json()) })

export type HealthDetails = Record<string, unknown>

/** A signature is of use for so long before and after its time, so that clocks may differ and a copy soon means nothing. */
const SIGNATURE_MAX_AGE_SECONDS = 300

/**
 * Whether the operator asks: `x-lanai-signature` is `sha256=` and the HMAC-SHA256 of `<x-lanai-timestamp>./healthz/details`
 * under the secret, as calls of the webhook are signed. Where no secret is set there is no operator.
 */
export function isSignedForHealth(headers: Headers, secret: string | undefined, nowMs: number): boolean {
  const at = String(headers.get('x-lanai-timestamp'))
  // What is no number is no time near this one.
  const isOfNow = Math.abs(nowMs / SECOND_MS - Number(at)) <= SIGNATURE_MAX_AGE_SECONDS
  if (!secret || !isOfNow) return false
  const signed = createHmac('sha256', secret).update(`${at}.${HEALTH_DETAILS_PATH}`).digest('hex')
  const utf8 = new TextEncoder()
  const given = utf8.encode(headers.get('x-lanai-signature') ?? '')
  const right = utf8.encode(`sha256=${signed}`)
  return given.length === right.length && timingSafeEqual(given, right)
}
