import * as z from 'zod/mini'
import { DAY_MS } from '#src/shared/units.ts'
import { avatarKey, avatarUrl, parseAvatarKey, versionTimeMs } from '../avatars/avatar.ts'
import { UNCONFIRMED_SIGN_UP_SECONDS } from '../lifetimes.ts'
import type { Deps, Sql } from '../vendors/ports.ts'

/** Small enough that no request waits for a batch. */
const BATCH_ROWS = 500

/** More than leave in a day; the next run goes on. */
const DELETIONS_PER_RUN = 50

/**
 * Removes what means nothing any more until nothing is left or the time is up; the next run goes on. Any number of
 * these may run at once, and any may be killed.
 */
export async function sweep(deps: SweepDeps, { withinMs }: { withinMs: number }): Promise<SweepCounts> {
  const endsAt = deps.clock() + withinMs
  const removed: SweepCounts = {}
  while (deps.clock() < endsAt) {
    const batch = await removeExpiredRows(deps.sql)
    for (const { kind, count } of batch) removed[kind] = (removed[kind] ?? 0) + count
    if (batch.every(({ count }) => count < BATCH_ROWS)) break
  }
  // Last, because pictures need another service: should it be away, the rows are deletedIds already.
  const swept = { ...removed, ...(await sweepAccounts(deps)) }
  await recordRun(deps.sql)
  return swept
}

/**
 * Deletes accounts whose day is over, then what nothing points to. The row goes first: a run that ends in between
 * leaves a picture that the next one finds.
 */
export async function sweepAccounts(deps: SweepDeps): Promise<{ accounts: number; avatars: number }> {
  const rows = await deps.sql`
    SELECT member_id AS id FROM delete_due_accounts(${DELETIONS_PER_RUN}) AS member_id`
  const deleted = z.array(DeletedRow).parse(rows)
  const deletedIds = deleted.map(({ id }) => id)
  const avatars = await sweepAvatars(deps, deletedIds)
  return { accounts: deleted.length, avatars }
}

/**
 * An upload that is under way has stored its picture and not yet pointed at it; none takes as long as this, not even where
 * the clocks of two instances are hours apart.
 */
const ORPHAN_AGE_MS = DAY_MS

/**
 * Removes pictures that no profile points at; returns how many. Safe while members upload, and at any number of times.
 *
 * @param deletedIds members whose account has just been deleted: no upload of theirs can end well, so theirs go at once.
 */
export async function sweepAvatars(
  { sql, avatars, clock }: Pick<Deps, 'sql' | 'avatars' | 'clock'>,
  deletedIds: readonly string[] = [],
): Promise<number> {
  // The pictures first: one that is stored and pointed at in between is in the pointers.
  const stored = (await avatars.list()).flatMap((key) => parseAvatarKey(key) ?? [])
  const latestMs = clock() - ORPHAN_AGE_MS
  const settled = stored.filter(
    ({ memberId, version }) => versionTimeMs(version) <= latestMs || deletedIds.includes(memberId),
  )
  if (settled.length === 0) return 0

  const rows = await sql`SELECT avatar_url AS url FROM profiles WHERE avatar_url IS NOT NULL`
  const pointers = z.array(PointerRow).parse(rows)
  const shown = new Set(pointers.map(({ url }) => url))
  const orphans = settled.filter((name) => !shown.has(avatarUrl(name)))
  // One after the other: a run that is cut short has still done something.
  for (const name of orphans) await avatars.remove(avatarKey(name))
  return orphans.length
}

/** `/healthz/details` tells from it whether the schedule runs. */
async function recordRun(sql: Sql): Promise<void> {
  await sql`
    INSERT INTO scheduled_runs (name, ended_at) VALUES ('sweep', now())
    ON CONFLICT (name) DO UPDATE SET ended_at = excluded.ended_at`
}

/** At most so many of each kind. */
async function removeExpiredRows(sql: Sql) {
  const rows = await sql`
    SELECT kind, removed AS count FROM sweep_rows(${BATCH_ROWS}, make_interval(secs => ${UNCONFIRMED_SIGN_UP_SECONDS}))`
  return z.array(ExpiredRows).parse(rows)
}

const PointerRow = z.object({ url: z.string() })
const DeletedRow = z.object({ id: z.string() })
const ExpiredRows = z.object({ kind: z.string(), count: z.number() })

type SweepDeps = Pick<Deps, 'sql' | 'avatars' | 'clock'>

/** How many of each kind were removed. */
export type SweepCounts = Record<string, number>
