import pMap from 'p-map'
import { HOUR_MS, SECOND_MS } from '#src/shared/units.ts'
import { deliverRow, queueAdminNotice, type RowDeps } from './deliver-row.ts'
import { markDead, claimRows, markSent, postpone, type ClaimedRow, type Delay } from './outbox.ts'

const BATCH_ROWS = 10
const CONCURRENT_ROWS = 4

/** Far longer than the slowest batch: three sends of 8 s, one after another. */
const LEASE_MS = 60_000

/** Delay when a channel is blocked until someone fixes it. */
const BLOCKED_DELAY_MS = 300_000

/** Longer than a run, so that a blocked row isn't claimed twice in it. */
const SHORTEST_BLOCKED_DELAY_MS = 30_000

/** By kind of row; of all others, email. */
const channels: Partial<Record<string, string>> = { user_registered: 'webhook', mailing: 'broadcast' }

const FIRST_DELAY_MS = 30 * SECOND_MS
const MAX_DELAY_MS = HOUR_MS

/** Spreads out retries of rows that failed together. */
const JITTER = 0.2

/** The last attempt is about an hour after the first. */
export const MAX_ATTEMPTS = 8

/** Exponential backoff after this many attempts: 30 s, doubled each time, at most an hour. */
export function backoffMs(attempts: number, random: number): number {
  const doubled = FIRST_DELAY_MS * 2 ** (attempts - 1)
  return Math.min(MAX_DELAY_MS, Math.round(doubled * (1 - JITTER + 2 * JITTER * random)))
}

/**
 * Delivers due rows, oldest first, until none is left or the time is up; a send that has started may finish after that. Rows
 * succeed and fail independently. Safe to run concurrently and to kill: claimed rows are due again when the lease ends.
 * @throws only when rows can't be claimed.
 */
export async function deliverOutbox(deps: DeliveryDeps, { withinMs }: { withinMs: number }): Promise<Tally> {
  const tally: Tally = { sent: 0, skipped: 0, postponed: 0, dead: 0, released: 0 }
  const run: Run = { deps, endsAt: deps.clock() + withinMs, blocked: new Map(), tally }
  while (deps.clock() < run.endsAt) {
    const rows = await claimRows(deps.sql, BATCH_ROWS, LEASE_MS)
    // Claims blocked rows too and postpones them; otherwise the oldest would block all others.
    await pMap(rows, (row) => processRow(run, row), { concurrency: CONCURRENT_ROWS })
    // Checked last, because a row may have queued another one.
    if (rows.length === 0) break
  }
  return tally
}

async function processRow(run: Run, row: ClaimedRow): Promise<void> {
  try {
    const result = await processClaimed(run, row)
    run.tally[result] += 1
  } catch (error) {
    // The lease expires; the other rows of the batch go on.
    run.deps.report({ code: 'outbox_row_left', id: row.id, kind: row.kind, error })
  }
}

async function processClaimed(run: Run, row: ClaimedRow): Promise<keyof Tally> {
  const { deps, blocked } = run
  if (row.expired && row.kind !== 'mailing') return deadLetter(deps, row, 'expired')
  // Only a row that crashes its worker is claimed after its last attempt.
  if (row.attempts > MAX_ATTEMPTS) return deadLetter(deps, row, 'worker_died')

  // First, so that trouble with the webhook can't prevent it.
  await queueAdminNotice(deps, row)
  // These block independently.
  const channel = channels[row.kind] ?? 'mail'
  const isLate = deps.clock() >= run.endsAt
  const delay = blocked.get(channel) ?? (isLate ? { delayMs: 0, reason: 'out_of_time' } : null)
  if (delay) return release(deps, row, delay)

  const outcome = await deliverRow(deps, row)
  switch (outcome.is) {
    case 'delivered':
      await markSent(deps.sql, row, { providerId: outcome.providerId, reason: null })
      return 'sent'
    case 'skipped':
      await markSent(deps.sql, row, { providerId: null, reason: outcome.reason })
      return 'skipped'
    case 'refused':
      return deadLetter(deps, row, outcome.reason)
    case 'failed': {
      const { reason, retryAfterMs = 0 } = outcome
      if (row.attempts >= MAX_ATTEMPTS && row.kind !== 'mailing') return deadLetter(deps, row, reason)
      const delayMs = Math.max(retryAfterMs, backoffMs(row.attempts, deps.random()))
      // A mailing is tried until it expires, and keeps some attempts for workers that are killed.
      const attempts = row.kind === 'mailing' ? Math.min(row.attempts, MAX_ATTEMPTS - 3) : row.attempts
      await postpone(deps.sql, row, { delayMs, reason, attempts })
      return 'postponed'
    }
    case 'blocked': {
      const { reason, alarm, retryAfterMs = BLOCKED_DELAY_MS } = outcome
      if (alarm && !blocked.has(channel)) deps.report({ code: 'outbox_blocked', kind: row.kind, reason })
      const delay = { delayMs: Math.max(retryAfterMs, SHORTEST_BLOCKED_DELAY_MS), reason }
      blocked.set(channel, delay)
      return release(deps, row, delay)
    }
  }
}

/** Releases a row for later. The attempt doesn't count. */
async function release({ sql }: DeliveryDeps, row: ClaimedRow, delay: Delay): Promise<keyof Tally> {
  await postpone(sql, row, { ...delay, attempts: row.attempts - 1 })
  return 'released'
}

async function deadLetter(
  { sql, report }: DeliveryDeps,
  row: ClaimedRow,
  reason: string,
): Promise<keyof Tally> {
  await markDead(sql, row, reason)
  report({ code: 'outbox_row_dead', id: row.id, kind: row.kind, reason })
  return 'dead'
}

/** Rows by result. */
export type Tally = Record<'sent' | 'skipped' | 'postponed' | 'dead' | 'released', number>

export interface DeliveryDeps extends RowDeps {
  /** In milliseconds; only differences matter. */
  clock: () => number
  /** From 0 up to 1. */
  random: () => number
  /** Logs. Never receives an address, a name or a token. */
  report: (event: OutboxEvent) => void
}

export interface OutboxEvent {
  code: 'outbox_row_dead' | 'outbox_row_left' | 'outbox_blocked'
  reason?: string
  error?: unknown
  id?: string
  kind?: string
}

interface Run {
  deps: DeliveryDeps
  endsAt: number
  /** Delays by channel. */
  blocked: Map<string, Delay>
  tally: Tally
}
