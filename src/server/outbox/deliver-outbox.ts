import { log } from '../log.ts'
import { deliverRow, type RowDeps } from './deliver-row.ts'
import { claimRows, markDead, markSent, postpone, release, type ClaimedRow, type Release } from './outbox.ts'

/** Netlify stops scheduled functions after 30 s, and a search and a send may take 16 s. */
const WITHIN_MS = 14_000

/** Delivered at the same time. */
const BATCH_ROWS = 4

/** Far longer than the slowest batch: a search and a send of 8 s each. */
const LEASE_MS = 60_000

/** Delays when a channel is blocked: until someone fixes it, or until the provider takes more or is back. Longer than a run. */
const MISCONFIGURED_DELAY_MS = 300_000
const RATE_LIMITED_DELAY_MS = 30_000
const UNAVAILABLE_DELAY_MS = 30_000

/** By kind of row; of all others, email. */
const channels: Partial<Record<string, string>> = {
  user_registered: 'webhook',
  mailing: 'broadcast',
  reactivate_address: 'broadcast',
}

/** The last attempt is about an hour after the first. While a provider is unavailable, rows are tried until they expire. */
export const MAX_ATTEMPTS = 8

/**
 * Delivers due rows, oldest first, until none is left or the time is up; a send that has started may finish after that. Rows
 * succeed and fail independently. Safe to run concurrently and to kill: claimed rows are due again when the lease ends.
 * @throws only when rows can't be claimed.
 */
export async function deliverOutbox(deps: DeliveryDeps): Promise<Tally> {
  const tally: Tally = { sent: 0, skipped: 0, postponed: 0, dead: 0, released: 0 }
  const run: Run = { deps, blocked: new Map(), tally }
  const endsAt = deps.clock() + WITHIN_MS
  while (deps.clock() < endsAt) {
    const rows = await claimRows(deps.sql, BATCH_ROWS, LEASE_MS)
    // Claims blocked rows too and releases them; otherwise the oldest would block all others.
    await Promise.all(rows.map((row) => processRow(run, row)))
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
    log('error', { code: 'outbox_row_left', facts: { alarm: true, id: row.id, kind: row.kind }, error })
  }
}

async function processClaimed({ deps, blocked }: Run, row: ClaimedRow): Promise<keyof Tally> {
  if (row.expired && row.kind !== 'mailing') return deadLetter(deps, row, 'expired')
  // Only a row that crashes its worker is claimed after its last attempt.
  if (row.attempts > MAX_ATTEMPTS) return deadLetter(deps, row, 'worker_died')

  // These block independently.
  const channel = channels[row.kind] ?? 'mail'
  const delay = blocked.get(channel)
  if (delay) return releaseRow(deps, row, delay)

  const outcome = await deliverRow(deps, row)
  switch (outcome.is) {
    case 'delivered':
    case 'skipped':
      await markSent(deps.sql, row, outcome)
      return outcome.is === 'delivered' ? 'sent' : 'skipped'
    case 'refused':
      return deadLetter(deps, row, outcome.reason)
    case 'failed': {
      const { reason } = outcome
      if (row.attempts >= MAX_ATTEMPTS) return deadLetter(deps, row, reason)
      await postpone(deps.sql, row, { reason, attempts: row.attempts })
      return 'postponed'
    }
    case 'unavailable': {
      const { reason } = outcome
      // Of several rows only those of the first batch find out. A row keeps some attempts for workers that are killed.
      blocked.set(channel, { delayMs: UNAVAILABLE_DELAY_MS, reason })
      const attempts = Math.min(row.attempts, MAX_ATTEMPTS - 3)
      await postpone(deps.sql, row, { reason, attempts })
      return 'postponed'
    }
    case 'blocked': {
      const { reason, alarm } = outcome
      if (alarm && !blocked.has(channel))
        log('error', { code: 'outbox_blocked', facts: { alarm: true, kind: row.kind, reason } })
      const delay = { delayMs: alarm ? MISCONFIGURED_DELAY_MS : RATE_LIMITED_DELAY_MS, reason }
      blocked.set(channel, delay)
      return releaseRow(deps, row, delay)
    }
  }
}

async function releaseRow({ sql }: DeliveryDeps, row: ClaimedRow, delay: Release): Promise<keyof Tally> {
  await release(sql, row, delay)
  return 'released'
}

async function deadLetter({ sql }: DeliveryDeps, row: ClaimedRow, reason: string): Promise<keyof Tally> {
  await markDead(sql, row, reason)
  log('error', { code: 'outbox_row_dead', facts: { alarm: true, id: row.id, kind: row.kind, reason } })
  return 'dead'
}

/** Rows by result. */
export type Tally = Record<'sent' | 'skipped' | 'postponed' | 'dead' | 'released', number>

export interface DeliveryDeps extends RowDeps {
  /** In milliseconds; only differences matter. */
  clock: () => number
}

interface Run {
  deps: DeliveryDeps
  /** Delays by channel. */
  blocked: Map<string, Release>
  tally: Tally
}
