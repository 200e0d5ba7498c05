import * as z from 'zod/mini'
import { OverloadedError } from '../overload.ts'
import { sha256Hex } from '../tokens.ts'
import type { Sql } from '../vendors/ports.ts'
import type { Limit } from './attempt-limits.ts'

/**
 * Rate limits counted in PostgreSQL, shared by all processes. Fails closed: an outage throws an OverloadedError with the cause.
 */

export async function countAttempt(sql: Sql, limit: Limit, subject: string): Promise<Permit> {
  return permitAfter(sql, countInOrder(sql, [[limit, subject]]))
}

/**
 * Counts a wrong password. Refuses a right one too if others have reached a limit since
 * `checkLimits`, so that guesses at once reveal no more than one after the other.
 */
export async function recordPasswordAttempt(sql: Sql, counted: Counted[], isRight: boolean): Promise<Permit> {
  return isRight ? checkLimits(sql, counted) : permitAfter(sql, countInOrder(sql, counted))
}

export async function countAttempts(
  sql: Sql,
  limit: Limit,
  subject: string,
  count: number,
): Promise<boolean> {
  const [row] = await failClosed(sql`
    SELECT coalesce(bool_and(${countAttemptSql(sql, [limit], subject)}), true) AS "isAllowed" FROM generate_series(1, ${count}::int)`)
  return row?.isAllowed === true
}

export async function checkLimits(sql: Sql, counted: Counted[]): Promise<Permit> {
  return permitAfter(sql, timeToWait(sql, counted))
}

/** An SQL expression: how long until an attempt is allowed; null if it is now. Counts nothing. */
export function timeToWait(sql: Sql, counted: Counted[]) {
  const keys = counted.map(([limit, subject]) => limitKey(limit, subject))
  return sql`(SELECT max(blocked_until) - now() FROM rate_limits WHERE key = ANY(${keys}) AND blocked_until > now())`
}

export function countAttemptSql(sql: Sql, limits: readonly Limit[], subject: string) {
  return sql`${countInOrder(
    sql,
    limits.map((limit) => [limit, subject]),
  )} IS NULL`
}

/** Hashed, so that addresses aren't stored. */
export function limitKey({ name }: Limit, subject: string): string {
  return sha256Hex(`${name}:${subject}`)
}

/** A limit is counted only if those before it allow, so that a blocked network doesn't extend an account's backoff. */
function countInOrder(sql: Sql, counted: Counted[]) {
  return counted
    .map(
      ([limit, subject]) => sql`count_attempt(${limitKey(limit, subject)}, ${limit.allowed},
        make_interval(secs => ${limit.seconds}), make_interval(secs => ${limit.longestPauseSeconds ?? null}))`,
    )
    .reduce((first, next) => sql`coalesce(${first}, ${next})`)
}

async function permitAfter(sql: Sql, wait: ReturnType<typeof timeToWait>): Promise<Permit> {
  const [row] = await failClosed(sql`SELECT extract(epoch FROM ${wait})::float8 AS "secondsToWait"`)
  return toPermit(row)
}

export async function failClosed<T>(statement: Promise<T>): Promise<T> {
  try {
    return await statement
  } catch (cause) {
    throw new OverloadedError('Rate limits are unavailable.', { cause })
  }
}

export function toPermit(row: unknown): Permit {
  const { secondsToWait } = PermitRow.parse(row)
  if (secondsToWait === null) return { ok: true }
  return { ok: false, code: 'too_many_attempts', retryAfterSeconds: Math.max(1, Math.ceil(secondsToWait)) }
}

const PermitRow = z.object({ secondsToWait: z.nullable(z.number()) })

export type Counted = [limit: Limit, subject: string]

export type Permit = { ok: true } | { ok: false; code: 'too_many_attempts'; retryAfterSeconds: number }
