import * as z from 'zod/mini'
import { BusyError } from '../busy.ts'
import { sha256Hex } from '../tokens.ts'
import type { Sql } from '../vendors/ports.ts'
import type { Limit } from './attempt-limits.ts'

/**
 * Attempts, counted in Postgres for all processes together. Each call is one statement. When it fails, nothing is
 * allowed: a BusyError is thrown, with the cause.
 */

/** Counts one attempt. However many come at the same time, no more than the limit are granted. */
export async function takeAttempt(sql: Sql, limit: Limit, subject: string): Promise<Permit> {
  const [row] = await orBusy(
    sql`SELECT extract(epoch FROM ${take(sql, limit, subject)})::float8 AS "secondsToWait"`,
  )
  return toPermit(row)
}

/** Takes one granted attempt back. The others stay counted. */
export async function refundAttempt(sql: Sql, limit: Limit, subject: string): Promise<void> {
  await orBusy(sql`SELECT refund_attempt(${limitKey(limit, subject)})`)
}

/** Takes all attempts back. */
export async function resetAttempts(sql: Sql, limit: Limit, subject: string): Promise<void> {
  await orBusy(sql`DELETE FROM rate_limits WHERE key = ${limitKey(limit, subject)}`)
}

/**
 * A condition for the statement that does the work: true, and the attempt counted, where all limits allow it. A limit is
 * counted only if those before it allow, so what one refuses uses up none of the next.
 */
export function isAllowed(sql: Sql, limits: readonly Limit[], subject: string) {
  return limits.reduceRight(
    (rest, limit) => sql`CASE WHEN ${take(sql, limit, subject)} IS NULL THEN ${rest} ELSE false END`,
    sql`true`,
  )
}

/** Addresses of people and of networks are counted, not kept. */
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
    throw new BusyError('Attempts cannot be counted.', { cause })
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
  /** Whole, and at least one. */
  retryAfterSeconds: number
}
