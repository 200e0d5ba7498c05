import * as z from 'zod/mini'
import { approvalStatuses } from '../vendors/ports.ts'
import type { ClaimedRow, Outbox } from './ports.ts'
import type { Sql } from '../vendors/neon.ts'
import { readAnnouncement } from './announcement.ts'

/** The outbox kept in Postgres. Whether a row is due, leased or expired is judged by the database's clock. */
export function createOutbox(sql: Sql): Outbox {
  return {
    async claim(batch, leaseMs) {
      const rows = await sql`
        SELECT id, kind, payload, attempts, expired, extract(epoch FROM overdue) * 1000 AS overdue_ms
        FROM claim_outbox(${batch}, ${leaseMs} * interval '1 millisecond')`
      return rows.map(toClaimedRow)
    },

    /** By any worker: one whose lease ran out meanwhile has still sent it. */
    async markSent({ id }, { providerId, reason }) {
      await sql`
        UPDATE outbox
        SET sent_at = now(), payload = NULL, provider_id = ${providerId}, last_error = ${reason},
          dead_at = NULL, locked_until = NULL
        WHERE id = ${id} AND sent_at IS NULL`
    },

    // From here on only the worker that still has the row: the number of its try is its ticket.

    async postpone({ id, attempts }, delayMs, reason) {
      await sql`
        UPDATE outbox
        SET next_attempt_at = now() + ${delayMs} * interval '1 millisecond', last_error = ${reason},
          locked_until = NULL
        WHERE id = ${id} AND attempts = ${attempts} AND sent_at IS NULL AND dead_at IS NULL`
    },

    async bury({ id, attempts }, reason) {
      await sql`
        UPDATE outbox
        SET dead_at = now(), payload = payload - 'token', last_error = ${reason}, locked_until = NULL
        WHERE id = ${id} AND attempts = ${attempts} AND sent_at IS NULL AND dead_at IS NULL`
    },

    async giveBack({ id, attempts }, delayMs, reason) {
      await sql`
        UPDATE outbox
        SET next_attempt_at = now() + ${delayMs} * interval '1 millisecond', last_error = ${reason},
          locked_until = NULL, attempts = attempts - 1
        WHERE id = ${id} AND attempts = ${attempts} AND sent_at IS NULL AND dead_at IS NULL`
    },

    async findDecision(eventId) {
      const [row] = await sql`
        SELECT email, full_name, approval_status, verdict FROM decision_to_tell(${eventId}::bigint)`
      if (!row) return null
      const { email, full_name, approval_status, verdict } = DecisionRow.parse(row)
      return { email, fullName: full_name, approvalStatus: approval_status, verdict }
    },

    async announceRegistration(userId, periodSeconds) {
      await sql`SELECT announce_registration(${userId}, make_interval(secs => ${periodSeconds}))`
    },

    async findRegistrations(userIds) {
      const rows = await sql`
        SELECT email, full_name, email_confirmed FROM registrations_to_tell(${[...userIds]})`
      return rows.map((row) => {
        const { email, full_name, email_confirmed } = RegistrationRow.parse(row)
        return { email, fullName: full_name, emailConfirmed: email_confirmed }
      })
    },
  }
}

function toClaimedRow(row: Record<string, unknown>): ClaimedRow {
  const { id, kind, payload, attempts, expired, overdue_ms } = Row.parse(row)
  return { id, kind, attempts, expired, overdueMs: overdue_ms, announcement: readAnnouncement(kind, payload) }
}

const Row = z.object({
  id: z.string(),
  kind: z.string(),
  payload: z.unknown(),
  attempts: z.number(),
  expired: z.boolean(),
  // A numeric: the driver leaves it as text.
  overdue_ms: z.coerce.number(),
})

const RegistrationRow = z.object({
  email: z.string(),
  full_name: z.nullable(z.string()),
  email_confirmed: z.boolean(),
})

const DecisionRow = z.object({
  email: z.string(),
  full_name: z.nullable(z.string()),
  approval_status: z.enum(approvalStatuses),
  verdict: z.enum(['tell', 'undecided', 'superseded', 'told_already']),
})
