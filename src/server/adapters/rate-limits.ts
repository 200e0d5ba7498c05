import * as z from 'zod/mini'
import type { Limit, RateLimits, TooManyAttempts } from '../auth/ports.ts'
import type { Sql } from './neon.ts'
import { sha256Hex } from './random-token.ts'

/** Limits counted in Postgres, for all processes together. Each call is one statement. */
export function createRateLimits(sql: Sql): RateLimits {
  return {
    async take(limit, subject) {
      const [row] = await sql`
        SELECT extract(epoch FROM take_attempt(${limitKey(limit, subject)}, ${limit.allowed},
          make_interval(secs => ${limit.seconds}),
          make_interval(secs => ${limit.longestPauseSeconds ?? null})))::float8 AS seconds_to_wait`
      return toPermit(row)
    },

    async peek(limit, subject) {
      const [row] = await sql`
        SELECT extract(epoch FROM max(blocked_until) - now())::float8 AS seconds_to_wait
        FROM rate_limits
        WHERE key = ${limitKey(limit, subject)} AND blocked_until > now() AND forgotten_at > now()`
      return toPermit(row)
    },

    async giveBack(limit, subject) {
      await sql`SELECT give_back_attempt(${limitKey(limit, subject)})`
    },

    async forget(limit, subject) {
      await sql`DELETE FROM rate_limits WHERE key = ${limitKey(limit, subject)}`
    },
  }
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
