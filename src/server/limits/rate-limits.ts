import * as z from 'zod/mini'
import { BusyError } from '../auth/busy-error.ts'
import type { Limit, RateLimits, TooManyAttempts } from '../vendors/ports.ts'
import type { Sql } from '../vendors/neon.ts'
import { sha256Hex } from '../tokens.ts'

/**
 * Limits counted in Postgres, for all processes together. Each call is one statement. When it fails, nothing is allowed:
 * a BusyError is thrown, and the cause is reported.
 */
export function createRateLimits(sql: Sql, reportOutage: (cause: unknown) => void): RateLimits {
  async function orBusy<T>(statement: Promise<T>): Promise<T> {
    try {
      return await statement
    } catch (cause) {
      reportOutage(cause)
      throw new BusyError('Attempts cannot be counted.', { cause })
    }
  }

  return {
    async take(limit, subject) {
      const [row] = await orBusy(
        sql`SELECT extract(epoch FROM ${takeAttempt(sql, limit, subject)})::float8 AS seconds_to_wait`,
      )
      return toPermit(row)
    },

    async peek(limit, subject) {
      const [row] = await orBusy(sql`
        SELECT extract(epoch FROM max(blocked_until) - now())::float8 AS seconds_to_wait
        FROM rate_limits
        WHERE key = ${limitKey(limit, subject)} AND blocked_until > now() AND forgotten_at > now()`)
      return toPermit(row)
    },

    async giveBack(limit, subject) {
      await orBusy(sql`SELECT give_back_attempt(${limitKey(limit, subject)})`)
    },

    async forget(limit, subject) {
      await orBusy(sql`DELETE FROM rate_limits WHERE key = ${limitKey(limit, subject)}`)
    },
  }
}

/**
 * A condition for the statement that does the work: true, and the attempt counted, where all limits allow it. A limit is
 * counted only if those before it allow, so what one refuses uses up none of the next.
 */
export function isAllowed(sql: Sql, limits: readonly Limit[], subject: string) {
  return limits.reduceRight(
    (rest, limit) => sql`CASE WHEN ${takeAttempt(sql, limit, subject)} IS NULL THEN ${rest} ELSE false END`,
    sql`true`,
  )
}

function takeAttempt(sql: Sql, limit: Limit, subject: string) {
  return sql`take_attempt(${limitKey(limit, subject)}, ${limit.allowed},
    make_interval(secs => ${limit.seconds}), make_interval(secs => ${limit.longestPauseSeconds ?? null}))`
}

/** Addresses of people and of networks are counted, not kept. */
export function limitKey({ name }: Limit, subject: string): string {
  return sha256Hex(`${name}:${subject}`)
}

function toPermit(row: unknown): { ok: true } | TooManyAttempts {
  const { seconds_to_wait } = PermitRow.parse(row)
  if (seconds_to_wait === null) return { ok: true }
  const retryAfterSeconds = Math.max(1, Math.ceil(seconds_to_wait))
  return { ok: false, code: 'too_many_attempts', retryAfterSeconds }
}

const PermitRow = z.object({ seconds_to_wait: z.nullable(z.number()) })
