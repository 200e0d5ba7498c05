import pMap from 'p-map'
import { backoffMs, MAX_ATTEMPTS } from './backoff.ts'
import { deliverRow, tellAdminsOf, type CourierDeps, type RowOutcome } from './deliver-row.ts'
import { bury, claimRows, giveBack, markSent, postpone, type ClaimedRow, type Delay } from './outbox.ts'

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

/**
 * Delivers what is due, oldest first, until nothing is left or the time is up: no row is taken up after that, and
 * one that is under way ends within the timeout of its send. Rows succeed and fail each by itself. Any number of
 * these may run at once, and any may be killed: what it had taken up is due again when its lease ends.
 * Throws only when rows cannot be claimed.
 */
export async function deliverOutbox(deps: DeliveryDeps, { withinMs }: { withinMs: number }): Promise<Tally> {
  const run: Run = { deps, endsAt: deps.clock() + withinMs, blocked: new Map(), tally: { ...nothing } }
  while (hasTime(run)) {
    const rows = await claimRows(deps.sql, BATCH_ROWS, LEASE_MS)
    reportBacklog(deps, rows)
    // Also what is blocked is taken up, and set aside: else the oldest of it would keep everything else from its turn.
    await pMap(rows, (row) => settle(run, row), { concurrency: CONCURRENT_ROWS })
    // A row may have announced another one.
    if (rows.length === 0) break
  }
  return run.tally
}

async function settle(run: Run, row: ClaimedRow): Promise<void> {
  try {
    const settled = await settleClaimed(run, row)
    run.tally[settled] += 1
  } catch (error) {
    // The lease ends by itself; the other rows of the batch have done nothing wrong.
    run.deps.report({ code: 'outbox_row_left', id: row.id, kind: row.kind, error })
  }
}

async function settleClaimed(run: Run, row: ClaimedRow): Promise<keyof Tally> {
  const { sql } = run.deps
  if (row.expired) return giveUp(run, row, 'expired')
  // Only a row that takes its worker down with it comes back after its last try.
  if (row.attempts > MAX_ATTEMPTS) return giveUp(run, row, 'worker_died')

  // Before anything that may keep the webhook from being called.
  await tellAdminsOf(run.deps, row)
  const blocked = run.blocked.get(channelOf(row))
  if (blocked) return setAside(run, row, blocked)
  if (!hasTime(run)) return setAside(run, row, { delayMs: 0, reason: 'out_of_time' })

  const outcome = await deliverRow(run.deps, row)
  switch (outcome.is) {
    case 'delivered':
      await twice(() => markSent(sql, row, { providerId: outcome.providerId, reason: null }))
      return 'sent'
    case 'nothing_to_tell':
      await markSent(sql, row, { providerId: null, reason: outcome.reason })
      return 'skipped'
    case 'refused':
      return giveUp(run, row, outcome.reason)
    case 'failed':
      return retryOrGiveUp(run, row, outcome)
    case 'blocked':
      return block(run, row, outcome)
  }
}

async function retryOrGiveUp(run: Run, row: ClaimedRow, outcome: Is<'failed'>): Promise<keyof Tally> {
  if (row.attempts >= MAX_ATTEMPTS) return giveUp(run, row, outcome.reason)
  const delayMs = Math.max(outcome.retryAfterMs ?? 0, backoffMs(row.attempts, run.deps.chance()))
  await postpone(run.deps.sql, row, { delayMs, reason: outcome.reason })
  return 'postponed'
}

async function block(run: Run, row: ClaimedRow, outcome: Is<'blocked'>): Promise<keyof Tally> {
  const delayMs = Math.max(outcome.retryAfterMs ?? BLOCKED_DELAY_MS, SHORTEST_BLOCKED_DELAY_MS)
  const blocked = { delayMs, reason: outcome.reason }
  const channel = channelOf(row)
  if (outcome.alarm && !run.blocked.has(channel)) {
    run.deps.report({ code: 'outbox_blocked', kind: row.kind, reason: outcome.reason })
  }
  run.blocked.set(channel, blocked)
  return setAside(run, row, blocked)
}

async function setAside({ deps }: Run, row: ClaimedRow, delay: Delay): Promise<keyof Tally> {
  await giveBack(deps.sql, row, delay)
  return 'givenBack'
}

async function giveUp(run: Run, row: ClaimedRow, reason: string): Promise<keyof Tally> {
  await bury(run.deps.sql, row, reason)
  run.deps.report({ code: 'outbox_row_dead', id: row.id, kind: row.kind, reason })
  return 'dead'
}

/** What was sent and is not known to be sent is sent again: worth one more try at writing it down. */
async function twice(work: () => Promise<void>): Promise<void> {
  await work().catch(work)
}

function reportBacklog(deps: DeliveryDeps, rows: ClaimedRow[]): void {
  const overdueMs = Math.max(0, ...rows.map((row) => row.overdueMs))
  if (overdueMs <= BACKLOG_ALARM_MS) return
  const minutes = Math.round(overdueMs / 60_000)
  deps.report({ code: 'outbox_backlog', reason: `oldest row is ${minutes} minutes late` })
}

function hasTime({ deps, endsAt }: Run): boolean {
  return deps.clock() < endsAt
}

/** Trouble with mail must not hold up the webhook, nor the other way round. */
function channelOf({ kind }: ClaimedRow): Channel {
  return kind === 'user_registered' ? 'webhook' : 'mail'
}

const nothing: Tally = { sent: 0, skipped: 0, postponed: 0, dead: 0, givenBack: 0 }

/** How many rows ended how. */
export interface Tally {
  sent: number
  skipped: number
  postponed: number
  dead: number
  givenBack: number
}

export interface DeliveryDeps extends CourierDeps {
  /** Milliseconds; only differences count. */
  clock: () => number
  /** A number from 0 up to 1. */
  chance: () => number
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
  blocked: Map<Channel, Delay>
  tally: Tally
}

type Channel = 'mail' | 'webhook'

type Is<Word extends RowOutcome['is']> = Extract<RowOutcome, { is: Word }>
