import * as z from 'zod/mini'
import { sweepAvatars } from '../avatars/sweep-avatars.ts'
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
export async function sweep(deps: SweepDeps, { withinMs }: { withinMs: number }): Promise<Swept> {
  const endsAt = deps.clock() + withinMs
  const removed: Swept = {}
  while (deps.clock() < endsAt) {
    const batch = await removeExpiredRows(deps.sql)
    for (const { kind, count } of batch) removed[kind] = (removed[kind] ?? 0) + count
    if (batch.every(({ count }) => count < BATCH_ROWS)) break
  }
  // Last, because pictures need another service: should it be away, the rows are gone already.
  const swept = { ...removed, ...(await sweepAccounts(deps)) }
  await noteEnd(deps.sql)
  return swept
}

/**
 * Deletes accounts whose day is over, then what nothing points to. The row goes first: a run that ends in between
 * leaves a picture that the next one finds.
 */
export async function sweepAccounts(deps: SweepDeps): Promise<{ accounts: number; avatars: number }> {
  const rows =
    await deps.sql`SELECT member_id AS id FROM delete_due_accounts(${DELETIONS_PER_RUN}) AS member_id`
  const deleted = z.array(DeletedRow).parse(rows)
  const avatars = await sweepAvatars(
    deps,
    deleted.map(({ id }) => id),
  )
  return { accounts: deleted.length, avatars }
}

/** `/healthz/details` tells from it whether the schedule runs. */
async function noteEnd(sql: Sql): Promise<void> {
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

const DeletedRow = z.object({ id: z.string() })
const ExpiredRows = z.object({ kind: z.string(), count: z.number() })

type SweepDeps = Pick<Deps, 'sql' | 'avatars' | 'clock'>

/** How many of each kind were removed. */
export type Swept = Record<string, number>
