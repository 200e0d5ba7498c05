import { randomUUID } from 'node:crypto'
import type { Registration } from '#src/mail/message.ts'
import { readAnnouncement } from '#src/server/outbox/announcement.ts'
import type { ClaimedRow, Decision, Outbox } from '#src/server/outbox/ports.ts'

/** The outbox in memory, keeping the promises of its port by a clock that a test turns. */
export function memoryOutbox(clock: { now: number }): MemoryOutbox {
  const rows: StoredRow[] = []
  const decisions = new Map<string, Decision>()
  const waiting = new Map<string, Registration>()

  const held = ({ id, attempts }: ClaimedRow) =>
    rows.find((row) => row.id === id && row.attempts === attempts && !row.sentAt && !row.deadAt)

  return {
    rows,
    decisions,
    waiting,

    announce(kind, payload, expiresInMs) {
      const expiresAt = expiresInMs === undefined ? null : clock.now + expiresInMs
      rows.push({ ...fresh, id: randomUUID(), kind, payload, expiresAt, nextAttemptAt: clock.now })
      return Promise.resolve()
    },

    claim(batch, leaseMs) {
      const due = rows
        .filter((row) => !row.sentAt && !row.deadAt)
        .filter((row) => row.nextAttemptAt <= clock.now && row.lockedUntil <= clock.now)
        .slice(0, batch)
      for (const row of due) {
        row.attempts += 1
        row.lockedUntil = clock.now + leaseMs
      }
      return Promise.resolve(due.map((row) => toClaimed(row, clock.now)))
    },

    markSent({ id }, { providerId, reason }) {
      const row = rows.find((candidate) => candidate.id === id && !candidate.sentAt)
      if (row)
        Object.assign(row, { sentAt: clock.now, payload: null, providerId, lastError: reason, deadAt: 0 })
      return Promise.resolve()
    },

    postpone(claimed, delayMs, reason) {
      const row = held(claimed)
      if (row) Object.assign(row, { nextAttemptAt: clock.now + delayMs, lockedUntil: 0, lastError: reason })
      return Promise.resolve()
    },

    giveBack(claimed, delayMs, reason) {
      const row = held(claimed)
      if (!row) return Promise.resolve()
      const attempts = row.attempts - 1
      Object.assign(row, { nextAttemptAt: clock.now + delayMs, lockedUntil: 0, lastError: reason, attempts })
      return Promise.resolve()
    },

    bury(claimed, reason) {
      const row = held(claimed)
      if (!row) return Promise.resolve()
      const payload = Object.fromEntries(Object.entries(row.payload ?? {}).filter(([key]) => key !== 'token'))
      Object.assign(row, { deadAt: clock.now, lockedUntil: 0, lastError: reason, payload })
      return Promise.resolve()
    },

    findDecision: (eventId) => Promise.resolve(decisions.get(eventId) ?? null),
    announceRegistration: () => Promise.resolve(),
    findRegistrations: (userIds) => Promise.resolve(userIds.flatMap((id) => waiting.get(id) ?? [])),
  }
}

function toClaimed(row: StoredRow, now: number): ClaimedRow {
  return {
    id: row.id,
    kind: row.kind,
    attempts: row.attempts,
    expired: row.expiresAt !== null && row.expiresAt <= now,
    overdueMs: now - row.nextAttemptAt,
    announcement: readAnnouncement(row.kind, row.payload),
  }
}

const fresh = { attempts: 0, lockedUntil: 0, sentAt: 0, deadAt: 0, lastError: null, providerId: null }

export interface MemoryOutbox extends Outbox {
  rows: StoredRow[]
  decisions: Map<string, Decision>
  /** Who waits for a decision, by user id. */
  waiting: Map<string, Registration>
  announce(kind: string, payload: Record<string, unknown>, expiresInMs?: number): Promise<void>
}

export interface StoredRow {
  id: string
  kind: string
  payload: Record<string, unknown> | null
  attempts: number
  nextAttemptAt: number
  lockedUntil: number
  expiresAt: number | null
  /** 0 while it is not. */
  sentAt: number
  deadAt: number
  lastError: string | null
  providerId: string | null
}
