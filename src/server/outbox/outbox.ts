import * as z from 'zod/mini'
import { mailPayloads, type MailRow, Registration } from '#src/emails/mails.ts'
import { broadcastTopics } from '#src/shared/broadcast-topics.ts'
import { approvalStatuses } from '../member.ts'
import type { Sql } from '../vendors/ports.ts'

/**
 * The outbox: messages to deliver. One worker at a time leases a row. Due, leased and expired are judged by the database's clock.
 */

/**
 * Leases due rows to the caller; two callers never get the same one. A lease counts as an attempt, so that a row that crashes its
 * worker ends as a dead letter.
 *
 * @param which 'batch': broadcasts that nobody has tried yet, oldest first. 'single': all others, retried broadcasts last.
 */
export async function leaseRows(
  sql: Sql,
  which: 'single' | 'batch',
  { count, leaseMs }: { count: number; leaseMs: number },
): Promise<LeasedRow[]> {
  const rows = await sql`
    WITH leased AS (
      UPDATE outbox o
      SET locked_until = now() + ${leaseMs} * interval '1 millisecond', attempts = o.attempts + 1
      WHERE o.id IN (
        SELECT w.id FROM outbox w
        WHERE w.sent_at IS NULL AND w.dead_at IS NULL
          AND w.next_attempt_at <= now() AND (w.locked_until IS NULL OR w.locked_until <= now())
          AND (w.kind = 'broadcast' AND w.attempts = 0) = ${which === 'batch'}
        -- Someone may be waiting for any other email.
        ORDER BY w.kind = 'broadcast', w.created_at, w.id
        LIMIT ${count}
        FOR UPDATE SKIP LOCKED
      )
      RETURNING o.*
    )
    SELECT id, kind, payload, attempts, locked_until::text AS "lockedUntil", coalesce(expires_at <= now(), false) AS expired
    FROM leased
    ORDER BY kind = 'broadcast', created_at, id`
  const leased = z.array(Row).parse(rows)
  return leased.map(({ payload, ...row }) => ({ ...row, message: parseMessage(row.kind, payload) }))
}

/**
 * Marks rows as delivered or skipped and clears their payload. Works after the lease has expired, because the message is sent.
 */
export async function markSent(sql: Sql, receipts: readonly Receipt[]): Promise<void> {
  await sql`
    UPDATE outbox o
    SET sent_at = now(), payload = NULL, provider_message_id = r."providerMessageId", last_error = r.reason, dead_at = NULL, locked_until = NULL
    FROM jsonb_to_recordset(${JSON.stringify(receipts)}) AS r (id uuid, "providerMessageId" text, reason text)
    WHERE o.id = r.id
      AND o.id IN (
        SELECT w.id FROM outbox w
        WHERE w.id = ANY (${receipts.map(({ id }) => id)}) AND w.sent_at IS NULL ORDER BY w.id FOR UPDATE)`
}

// The following have no effect on rows that another worker has leased since.

/**
 * Schedules another attempt, with exponential backoff: 30 s, doubled with each attempt, at most an hour; rows that failed
 * together are spread out.
 *
 * @param attempts how many count from now on.
 */
export async function scheduleRetry(
  sql: Sql,
  rows: readonly LeasedRow[],
  { reason, attempts }: { reason: string; attempts: number },
): Promise<void> {
  await sql`
    UPDATE outbox o
    SET last_error = ${reason}, locked_until = NULL, attempts = ${attempts},
      next_attempt_at = now()
        + least(interval '30 seconds' * power(2, o.attempts - 1) * (0.8 + 0.4 * random()), interval '1 hour')
    WHERE o.id IN (${stillLeased(sql, rows)})`
}

/** Ends the lease until later. The attempt doesn't count. */
export async function deferRows(sql: Sql, rows: readonly LeasedRow[], { delayMs, reason }: Deferral) {
  await sql`
    UPDATE outbox o
    SET last_error = ${reason}, locked_until = NULL, attempts = o.attempts - 1,
      next_attempt_at = now() + ${delayMs} * interval '1 millisecond'
    WHERE o.id IN (${stillLeased(sql, rows)})`
}

export async function markDead(sql: Sql, rows: readonly LeasedRow[], reason: string): Promise<void> {
  await sql`
    UPDATE outbox o
    SET dead_at = now(), payload = o.payload - 'token', last_error = ${reason}, locked_until = NULL
    WHERE o.id IN (${stillLeased(sql, rows)})`
}

/**
 * `locked_until` is the fencing token: no two leases of a row end at the same time. Locked in one order, so that no two statements
 * block each other.
 */
function stillLeased(sql: Sql, rows: readonly LeasedRow[]) {
  return sql`
    SELECT w.id FROM outbox w
    JOIN unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ lockedUntil }) => lockedUntil)}::timestamptz[])
      AS l (id, locked_until) ON l.id = w.id AND l.locked_until = w.locked_until
    WHERE w.sent_at IS NULL AND w.dead_at IS NULL
    ORDER BY w.id
    FOR UPDATE OF w`
}

export async function findDecision(sql: Sql, eventId: string): Promise<Decision | null> {
  const [row] = await sql`
    SELECT email, full_name AS "fullName", approval_status AS "approvalStatus", was_member AS "wasMember", verdict
    FROM find_decision(${eventId}::bigint)`
  return row ? Decision.parse(row) : null
}

export async function findRegistration(sql: Sql, userId: string): Promise<Registration | null> {
  const [row] = await sql`
    SELECT id AS "userId", email, full_name AS "fullName", email_confirmed AS "emailConfirmed"
    FROM members WHERE id = ${userId} AND approval_status = 'pending'`
  return row ? Registration.parse(row) : null
}

const Row = z.object({
  id: z.string(),
  kind: z.string(),
  payload: z.unknown(),
  /** Attempts so far, including this one. If more than one, an earlier one may have succeeded without a response. */
  attempts: z.number(),
  /** As text, because a Date has no microseconds. */
  lockedUntil: z.string(),
  expired: z.boolean(),
})

export interface LeasedRow extends Omit<z.output<typeof Row>, 'payload'> {
  message: OutboxMessage | null
}

const Decision = z.object({
  email: z.string(),
  fullName: z.nullable(z.string()),
  approvalStatus: z.enum(approvalStatuses),
  wasMember: z.boolean(),
  verdict: z.enum(['announce', 'undecided', 'superseded', 'already_announced']),
})
type Decision = z.output<typeof Decision>

export interface Deferral {
  delayMs: number
  reason: string
}

export interface Receipt {
  id: string
  providerMessageId?: string
  reason?: string
}

/** Payloads of rows that aren't emails: their message, if any, is made at delivery. `reactivate_address` is for the provider. */
const eventPayloads = {
  // A bigint, kept as text.
  membership_decided: z.object({ eventId: z.pipe(z.coerce.string(), z.string().check(z.regex(/^\d+$/))) }),
  registration_notice: z.object({ personId: z.string() }),
  user_registered: z.object({
    userId: z.string(),
    email: z.string(),
    fullName: z._default(z.nullable(z.string()), null),
  }),
  reactivate_address: z.object({ to: z.string() }),
  broadcast: z.object({
    userId: z.string(),
    topic: z.enum(broadcastTopics),
    item: z.string(),
    at: z.number(),
    isTest: z.optional(z.boolean()),
  }),
}

const payloads: Readonly<Record<string, z.ZodMiniType<object> | undefined>> = {
  ...eventPayloads,
  ...mailPayloads,
}

/** null when the payload is invalid for its kind. */
export function parseMessage(kind: string, payload: unknown): OutboxMessage | null {
  const parsed = payloads[kind]?.safeParse(payload)
  // The schema of this kind has parsed the payload.
  return parsed?.success ? ({ kind, ...parsed.data } as OutboxMessage) : null
}

type EventRow = {
  [Kind in keyof typeof eventPayloads]: { kind: Kind } & z.output<(typeof eventPayloads)[Kind]>
}[keyof typeof eventPayloads]

export type OutboxMessage = MailRow | EventRow

export type MessageOf<Kind extends OutboxMessage['kind']> = Extract<OutboxMessage, { kind: Kind }>
