import * as z from 'zod/mini'
import { mailPayloads, type MailRow, Registration } from '#src/mail/mails.ts'
import { DECISION_LINK_SECONDS } from '../lifetimes.ts'
import type { Sql } from '../vendors/ports.ts'

/**
 * What has to be recipient, kept until it was delivered. Every row is in the hands of one worker at a time; whether it is due,
 * leased or expired is judged by the database's clock.
 */

/** The oldest rows that are due, at most this many, for this long. Taking a row up counts as a try. */
export async function claimRows(sql: Sql, batch: number, leaseMs: number): Promise<ClaimedRow[]> {
  const rows = await sql`
    SELECT id, kind, payload, attempts, expired, (extract(epoch FROM overdue) * 1000)::float8 AS "overdueMs"
    FROM claim_outbox(${batch}, ${leaseMs} * interval '1 millisecond')`
  const claimed = z.array(Row).parse(rows)
  return claimed.map(({ payload, ...row }) => ({ ...row, message: parseMessage(row.kind, payload) }))
}

/**
 * It was delivered, or there was nothing to tell. The row keeps no payload. By any worker: one whose lease ran out
 * has still sent it.
 */
export async function markSent(sql: Sql, { id }: ClaimedRow, { providerId, reason }: Receipt): Promise<void> {
  await sql`
    UPDATE outbox
    SET sent_at = now(), payload = NULL, provider_id = ${providerId}, last_error = ${reason},
      dead_at = NULL, locked_until = NULL
    WHERE id = ${id} AND sent_at IS NULL`
}

// From here on only the worker that still has the row: the number of its try is its ticket.

/** Tries again after this delay. */
export async function postpone(
  sql: Sql,
  row: ClaimedRow,
  { delayMs, reason, attempts = row.attempts }: Delay & { attempts?: number },
): Promise<void> {
  await sql`
    UPDATE outbox
    SET next_attempt_at = now() + ${delayMs} * interval '1 millisecond', last_error = ${reason},
      locked_until = NULL, attempts = ${attempts}
    WHERE id = ${row.id} AND attempts = ${row.attempts} AND sent_at IS NULL AND dead_at IS NULL`
}

/** Never tries again; keeps the payload without its token, for an administrator to look at. */
export async function markDead(sql: Sql, { id, attempts }: ClaimedRow, reason: string): Promise<void> {
  await sql`
    UPDATE outbox
    SET dead_at = now(), payload = payload - 'token', last_error = ${reason}, locked_until = NULL
    WHERE id = ${id} AND attempts = ${attempts} AND sent_at IS NULL AND dead_at IS NULL`
}

/** What is true now about a recorded decision; null when the account is gone. */
export async function findDecision(sql: Sql, eventId: string): Promise<Decision | null> {
  const [row] = await sql`
    SELECT email, full_name AS "fullName", approval_status AS "approvalStatus", verdict
    FROM find_decision(${eventId}::bigint)`
  return row ? Decision.parse(row) : null
}

/** Queues a notice of this sign-up to administrators: at once, or with all others of the period. Once a person. */
export async function announceRegistration(
  sql: Sql,
  userId: string,
  periodSeconds: number | null,
): Promise<void> {
  await sql`SELECT announce_registration(${userId}, make_interval(secs => ${periodSeconds}))`
}

/** Those of them who still wait for a decision. */
export async function findRegistrations(sql: Sql, userIds: readonly string[]): Promise<Registration[]> {
  const rows = await sql`
    SELECT email, full_name AS "fullName", email_confirmed AS "emailConfirmed"
    FROM find_registrations(${[...userIds]})`
  return z.array(Registration).parse(rows)
}

/**
 * The token of a new link for each of these people, by their address, for the notice that is sent next: a notice that is
 * sent again has new ones. None while no member is an administrator.
 */
export async function createDecisionLinks(sql: Sql, emails: readonly string[]): Promise<Map<string, string>> {
  const rows = await sql`
    SELECT email, token FROM create_decision_links(${[...emails]}, make_interval(secs => ${DECISION_LINK_SECONDS}))`
  const links = z.array(LinkRow).parse(rows)
  return new Map(links.map(({ email, token }) => [email, token]))
}

const LinkRow = z.object({ email: z.string(), token: z.string() })

const Row = z.object({
  id: z.string(),
  kind: z.string(),
  payload: z.unknown(),
  /** Tries so far, this one included. More than one: an earlier try may have got through unnoticed. */
  attempts: z.number(),
  /** Whether the message is of no use any more. */
  expired: z.boolean(),
  /** How long it has been waiting since it was due. */
  overdueMs: z.number(),
})

export interface ClaimedRow extends Omit<z.output<typeof Row>, 'payload'> {
  /** null when the payload is not what its kind promises. */
  message: OutboxMessage | null
}

const recipient = { email: z.string(), fullName: z.nullable(z.string()) }
/** Whether to tell it, or why not: an earlier decision was overtaken, the same was recipient a moment ago. */
const Decision = z.union([
  z.object({ ...recipient, verdict: z.literal('announce'), approvalStatus: z.enum(['approved', 'denied']) }),
  z.object({ ...recipient, verdict: z.enum(['undecided', 'superseded', 'already_announced']) }),
])
type Decision = z.output<typeof Decision>

export interface Delay {
  delayMs: number
  reason: string
}

interface Receipt {
  /** The receiver's name for what was delivered; null when nothing was. */
  providerId: string | null
  /** Why there was nothing to tell; null when it was recipient. */
  reason: string | null
}

/** The kinds of rows that are no mails by themselves: their message is made at delivery, if there is one. */
const eventPayloads = {
  // A bigint in the database: its digits are all that is needed here.
  membership_decided: z.object({ eventId: z.pipe(z.coerce.string(), z.string().check(z.regex(/^\d+$/))) }),
  registration_notice: z.object({ userIds: z.array(z.string()) }),
  user_registered: z.object({
    userId: z.string(),
    email: z.string(),
    fullName: z._default(z.nullable(z.string()), null),
  }),
}

const payloads: Readonly<Record<string, z.ZodMiniType<object> | undefined>> = {
  ...eventPayloads,
  ...mailPayloads,
}

/** Every kind of row that can be delivered. */
export const outboxKinds: readonly string[] = Object.keys(payloads)

/** What a row's payload says; null when it is not what its kind promises. */
export function parseMessage(kind: string, payload: unknown): OutboxMessage | null {
  const parsed = payloads[kind]?.safeParse(payload)
  // The kind and the payload of one definition: together they are one message.
  return parsed?.success ? ({ kind, ...parsed.data } as OutboxMessage) : null
}

type EventRow = {
  [Kind in keyof typeof eventPayloads]: { kind: Kind } & z.output<(typeof eventPayloads)[Kind]>
}[keyof typeof eventPayloads]

export type OutboxMessage = MailRow | EventRow

export type MessageOf<Kind extends OutboxMessage['kind']> = Extract<OutboxMessage, { kind: Kind }>
