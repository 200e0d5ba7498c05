import pMap from 'p-map'
import { HOUR_MS, SECOND_MS } from '#src/shared/units.ts'
import { deliverRow, queueAdminNotice, type RowDeps } from './deliver-row.ts'
import { markDead, claimRows, markSent, postpone, type ClaimedRow, type Delay } from './outbox.ts'

const BATCH_ROWS = 10
const CONCURRENT_ROWS = 4

/** A batch that is as slow as it may be takes three sends of 8 s one after the other, far less than this. */
const LEASE_MS = 60_000

/** When nothing gets through for a reason only people can remove, looking again every few minutes is enough. */
const BLOCKED_DELAY_MS = 300_000

/** Longer than a run: what was set aside in it does not come up again in it, however soon the other side says. */
const SHORTEST_BLOCKED_DELAY_MS = 30_000

/** Rows that wait longer than this mean that deliveries do not happen, or not fast enough. */
const BACKLOG_ALARM_MS = 600_000

const FIRST_DELAY_MS = 30 * SECOND_MS
const MAX_DELAY_MS = HOUR_MS

/** Up to a fifth earlier or later, so that rows that failed together do not all come back together. */
const JITTER = 0.2

/** With the delays below, the last try is a good hour after the first. */
export const MAX_ATTEMPTS = 8

/** How long to wait after this many tries: half a minute, doubled each time, at most an hour. */
export function backoffMs(attempts: number, random: number): number {
  const doubled = FIRST_DELAY_MS * 2 ** (attempts - 1)
  return Math.min(MAX_DELAY_MS, Math.round(doubled * (1 - JITTER + 2 * JITTER * random)))
}

/**
 * Delivers what is due, oldest first, until nothing is left or the time is up: no row is taken up after that, and
 * one that is under way ends within the timeout of its send. Rows succeed and fail each by itself. Any number of
 * these may run at once, and any may be killed: what it had taken up is due again when its lease ends.
 * Throws only when rows cannot be claimed.
 */
export async function deliverOutbox(deps: DeliveryDeps, { withinMs }: { withinMs: number }): Promise<Tally> {
  const tally: Tally = { sent: 0, skipped: 0, postponed: 0, dead: 0, released: 0 }
  const run: Run = { deps, endsAt: deps.clock() + withinMs, blocked: new Map(), tally }
  while (deps.clock() < run.endsAt) {
    const rows = await claimRows(deps.sql, BATCH_ROWS, LEASE_MS)
    reportBacklog(deps, rows)
    // Also what is blocked is taken up, and set aside: else the oldest of it would keep everything else from its turn.
    await pMap(rows, (row) => processRow(run, row), { concurrency: CONCURRENT_ROWS })
    // A row may have announced another one.
    if (rows.length === 0) break
  }
  return tally
}

async function processRow(run: Run, row: ClaimedRow): Promise<void> {
  try {
    const result = await processClaimed(run, row)
    run.tally[result] += 1
  } catch (error) {
    // The lease ends by itself; the other rows of the batch have done nothing wrong.
    run.deps.report({ code: 'outbox_row_left', id: row.id, kind: row.kind, error })
  }
}

async function processClaimed(run: Run, row: ClaimedRow): Promise<keyof Tally> {
  const { deps, blocked } = run
  if (row.expired) return deadLetter(deps, row, 'expired')
  // Only a row that takes its worker down with it comes back after its last try.
  if (row.attempts > MAX_ATTEMPTS) return deadLetter(deps, row, 'worker_died')

  // Before anything that may keep the webhook from being called.
  await queueAdminNotice(deps, row)
  // Trouble with mail must not hold up the webhook, nor the other way round.
  const channel = row.kind === 'user_registered' ? 'webhook' : 'mail'
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
      if (row.attempts >= MAX_ATTEMPTS) return deadLetter(deps, row, reason)
      const delayMs = Math.max(retryAfterMs, backoffMs(row.attempts, deps.random()))
      await postpone(deps.sql, row, { delayMs, reason })
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

/** As if it had not been taken up, only later: this try does not count. */
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

function reportBacklog(deps: DeliveryDeps, rows: ClaimedRow[]): void {
  const overdueMs = Math.max(0, ...rows.map((row) => row.overdueMs))
  if (overdueMs <= BACKLOG_ALARM_MS) return
  const minutes = Math.round(overdueMs / 60_000)
  deps.report({ code: 'outbox_backlog', reason: `oldest row is ${minutes} minutes late` })
}

/** How many rows ended how. */
export interface Tally {
  sent: number
  skipped: number
  postponed: number
  dead: number
  released: number
}

export interface DeliveryDeps extends RowDeps {
  /** Milliseconds; only differences count. */
  clock: () => number
  /** A number from 0 up to 1. */
  random: () => number
  /** Writes to the log. Never gets an address, a name or a token. */
  report: (event: OutboxEvent) => void
}

export interface OutboxEvent {
  code: 'outbox_row_dead' | 'outbox_row_left' | 'outbox_blocked' | 'outbox_backlog'
  reason?: string
  /** What was thrown. */
  error?: unknown
  id?: string
  kind?: string
}

interface Run {
  deps: DeliveryDeps
  endsAt: number
  /** By channel. */
  blocked: Map<string, Delay>
  tally: Tally
}
