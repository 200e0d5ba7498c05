import { log } from '../log.ts'
import {
  deliverBatch,
  type Delivery,
  type DeliveryDeps,
  deliverRow,
  unsubscribeInactive,
} from './deliver-row.ts'
import {
  type Deferral,
  deferRows,
  leaseRows,
  type LeasedRow,
  markDead,
  markSent,
  scheduleRetry,
} from './outbox.ts'

/** Netlify stops scheduled functions after 30 s; a search and a send may take 16 s, and so may a batch. */
const WITHIN_MS = 14_000

const SINGLE_ROWS = 4

/** Broadcasts in one call. Postmark takes 500; composing them takes longer than the call. */
const BATCH_ROWS = 250

const LEASE_MS = 60_000

/** Delays when a channel is blocked: until someone fixes it, or until the provider takes more or is back. Longer than a run. */
const MISCONFIGURED_DELAY_MS = 300_000
const RATE_LIMITED_DELAY_MS = 30_000
const UNAVAILABLE_DELAY_MS = 30_000

/** Channels block independently. The default is transactional email. */
const channels: Partial<Record<string, string>> = {
  user_registered: 'webhook',
  broadcast: 'broadcast',
  reactivate_address: 'broadcast',
}

/** The last attempt is about an hour after the first. While a provider is unavailable, rows are tried until they expire. */
export const MAX_ATTEMPTS = 8

/**
 * Delivers due rows until none is left or the time is up; a send that has started may finish after that. Broadcasts leave in
 * batches, after all other rows; what didn't leave in a batch is retried by itself. Safe to run concurrently and to kill: leased
 * rows are due again when the lease ends.
 *
 * @throws only when rows can't be leased.
 */
export async function deliverOutbox(deps: DeliveryDeps): Promise<Tally> {
  const tally: Tally = { sent: 0, skipped: 0, retrying: 0, dead: 0, deferred: 0 }
  const run: Run = { deps, blocked: new Map(), tally }
  const { sql, clock } = deps
  const endsAt = clock() + WITHIN_MS
  while (clock() < endsAt) {
    const singles = await leaseRows(sql, 'single', { count: SINGLE_ROWS, leaseMs: LEASE_MS })
    await Promise.all(
      singles.map((row) =>
        processRows(run, [row], async () => [{ row, outcome: await deliverRow(deps, row) }]),
      ),
    )
    // Someone may be waiting for an email that isn't a broadcast.
    if (singles.some(({ kind }) => kind !== 'broadcast')) continue

    const batch = await leaseRows(sql, 'batch', { count: BATCH_ROWS, leaseMs: LEASE_MS })
    await processRows(run, batch, () => deliverBatch(deps, batch))
    if (singles.length + batch.length === 0) break
  }
  return tally
}

async function processRows(run: Run, rows: LeasedRow[], deliver: () => Promise<Delivery[]>): Promise<void> {
  const [first] = rows
  if (!first) return
  try {
    // First-attempt broadcasts never have a reason to give up, so checking the first row is enough.
    const reason = reasonToGiveUp(first)
    if (reason) {
      await deadLetter(run, rows, reason)
      return
    }
    // Leases blocked rows too and defers them; otherwise the oldest would block all others.
    const deferral = run.blocked.get(channelOf(first))
    if (deferral) {
      await deferTo(run, rows, deferral)
      return
    }
    const deliveries = await unsubscribeInactive(run.deps.sql, await deliver())
    const alike = Map.groupBy(deliveries, ({ row, outcome }) =>
      'reason' in outcome ? `${outcome.is} ${outcome.reason} ${row.attempts}` : outcome.is,
    )
    for (const each of alike.values()) await settle(run, each)
  } catch (error) {
    // The leases expire; other rows go on.
    const facts = { alarm: true, id: first.id, kind: first.kind, rows: rows.length }
    log('error', { code: 'outbox_rows_left', facts, error })
  }
}

function reasonToGiveUp({ kind, expired, attempts }: LeasedRow): string | null {
  if (expired && kind !== 'broadcast') return 'expired'
  // Only a row that crashes its worker is leased after its last attempt.
  return attempts > MAX_ATTEMPTS ? 'worker_died' : null
}

async function settle(run: Run, deliveries: Delivery[]): Promise<void> {
  const { deps, blocked, tally } = run
  const [first] = deliveries
  if (!first) return
  const { outcome, row } = first
  const rows = deliveries.map((each) => each.row)
  const channel = channelOf(row)
  switch (outcome.is) {
    case 'delivered':
    case 'skipped':
      await markSent(
        deps.sql,
        deliveries.map((each) => ({ ...each.outcome, id: each.row.id })),
      )
      tally[outcome.is === 'delivered' ? 'sent' : 'skipped'] += rows.length
      return
    case 'refused':
      return deadLetter(run, rows, outcome.reason)
    case 'failed':
      if (row.attempts >= MAX_ATTEMPTS) return deadLetter(run, rows, outcome.reason)
      return retry(run, rows, outcome.reason, row.attempts)
    case 'unavailable':
      // Only rows in flight learn of the outage; later ones are deferred. Capping attempts leaves some for crashed workers.
      blocked.set(channel, { delayMs: UNAVAILABLE_DELAY_MS, reason: outcome.reason })
      return retry(run, rows, outcome.reason, Math.min(row.attempts, MAX_ATTEMPTS - 3))
    case 'blocked': {
      const { reason, alarm } = outcome
      if (alarm && !blocked.has(channel))
        log('error', { code: 'outbox_blocked', facts: { alarm: true, kind: row.kind, reason } })
      const deferral = { delayMs: alarm ? MISCONFIGURED_DELAY_MS : RATE_LIMITED_DELAY_MS, reason }
      blocked.set(channel, deferral)
      return deferTo(run, rows, deferral)
    }
  }
}

function channelOf({ kind }: LeasedRow): string {
  return channels[kind] ?? 'mail'
}

async function retry({ deps, tally }: Run, rows: LeasedRow[], reason: string, attempts: number) {
  await scheduleRetry(deps.sql, rows, { reason, attempts })
  tally.retrying += rows.length
}

async function deferTo({ deps, tally }: Run, rows: LeasedRow[], deferral: Deferral): Promise<void> {
  await deferRows(deps.sql, rows, deferral)
  tally.deferred += rows.length
}

async function deadLetter({ deps, tally }: Run, rows: LeasedRow[], reason: string): Promise<void> {
  await markDead(deps.sql, rows, reason)
  tally.dead += rows.length
  for (const { id, kind } of rows)
    log('error', { code: 'outbox_row_dead', facts: { alarm: true, id, kind, reason } })
}

export type Tally = Record<'sent' | 'skipped' | 'retrying' | 'dead' | 'deferred', number>

interface Run {
  deps: DeliveryDeps
  blocked: Map<string, Deferral>
  tally: Tally
}
