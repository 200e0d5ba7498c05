import * as z from 'zod/mini'
import { BusyError } from '../busy.ts'
import { sha256Hex } from '../tokens.ts'
import type { Sql } from '../vendors/ports.ts'
import type { Limit } from './attempt-limits.ts'

/**
 * Rate limits counted in PostgreSQL, shared by all processes. Fails closed: an outage throws a BusyError with the cause.
 */

/** Counts one attempt. Concurrent attempts can't exceed the limit. */
export async function takeAttempt(sql: Sql, limit: Limit, subject: string): Promise<Permit> {
  const [row] = await orBusy(
    sql`SELECT extract(epoch FROM ${take(sql, limit, subject)})::float8 AS "secondsToWait"`,
  )
  return toPermit(row)
}

/** Uncounts one attempt. */
export async function refundAttempt(sql: Sql, limit: Limit, subject: string): Promise<void> {
  await orBusy(sql`SELECT refund_attempt(${limitKey(limit, subject)})`)
}

/** Uncounts all attempts. */
export async function resetAttempts(sql: Sql, limit: Limit, subject: string): Promise<void> {
  await orBusy(sql`DELETE FROM rate_limits WHERE key = ${limitKey(limit, subject)}`)
}

/**
 * An SQL condition for the statement that does the work: counts an attempt and is true if all limits allow it. A limit is
 * counted only if those before it allow.
 */
export function isAllowed(sql: Sql, limits: readonly Limit[], subject: string) {
  return limits.reduceRight(
    (rest, limit) => sql`CASE WHEN ${take(sql, limit, subject)} IS NULL THEN ${rest} ELSE false END`,
    sql`true`,
  )
}

/** Hashed, so that addresses aren't stored. */
export function limitKey({ name }: Limit, subject: string): string {
  return sha256Hex(`${name}:${subject}`)
}

function take(sql: Sql, limit: Limit, subject: string) {
  return sql`take_attempt(${limitKey(limit, subject)}, ${limit.allowed},
    make_interval(secs => ${limit.seconds}), make_interval(secs => ${limit.longestPauseSeconds ?? null}))`
}

async function orBusy<T>(statement: Promise<T>): Promise<T> {
  try {
    return await statement
  } catch (cause) {
    throw new BusyError('Rate limits are unavailable.', { cause })
  }
}

function toPermit(row: unknown): Permit {
  const { secondsToWait } = PermitRow.parse(row)
  if (secondsToWait === null) return { ok: true }
  return { ok: false, code: 'too_many_attempts', retryAfterSeconds: Math.max(1, Math.ceil(secondsToWait)) }
}

const PermitRow = z.object({ secondsToWait: z.nullable(z.number()) })

export type Permit = { ok: true } | TooManyAttempts

export interface TooManyAttempts {
  ok: false
  code: 'too_many_attempts'
  /** An integer, at least 1. */
  retryAfterSeconds: number
}
