import * as z from 'zod/mini'
import { DAY_MS } from '#src/shared/units.ts'
import { avatarKey, parseAvatarKey } from '../avatars/avatar.ts'
import { UNCONFIRMED_SIGN_UP_SECONDS } from '../lifetimes.ts'
import type { Deps } from '../vendors/ports.ts'

/** Of each kind in a run, and accounts. The next run continues. */
const ROWS_PER_RUN = 1000
const DELETIONS_PER_RUN = 50

/** Deletes expired data, and returns how much by kind. Safe to run concurrently and to kill. */
export async function sweep(deps: SweepDeps): Promise<Record<string, number>> {
  const rows = await deps.sql`
    SELECT kind, removed AS count FROM sweep_rows(${ROWS_PER_RUN}, make_interval(secs => ${UNCONFIRMED_SIGN_UP_SECONDS}))`
  const kinds = z.array(ExpiredRows).parse(rows)
  const due = await deps.sql`
    SELECT member_id AS id FROM delete_due_accounts(${DELETIONS_PER_RUN}) AS member_id`
  const deletedIds = due.map(({ id }) => String(id))
  // Last, because pictures need another service, which may be down; and a killed run leaves them for the next one.
  const avatars = await sweepAvatars(deps, deletedIds)
  return {
    ...Object.fromEntries(kinds.map(({ kind, count }) => [kind, count])),
    accounts: deletedIds.length,
    avatars,
  }
}

/**
 * A running upload has stored its picture but not updated the profile yet. Longer than any upload plus clock skew.
 */
const ORPHAN_AGE_MS = DAY_MS

/**
 * Deletes pictures that no profile uses, and returns how many. Safe while members upload, and concurrently.
 *
 * @param deletedIds members whose account was just deleted: their pictures are deleted at any age.
 */
export async function sweepAvatars(
  { sql, avatars, clock }: Pick<Deps, 'sql' | 'avatars' | 'clock'>,
  deletedIds: readonly string[] = [],
): Promise<number> {
  // List pictures before profiles, so that a picture that a profile starts using in between is kept.
  const latestMs = clock() - ORPHAN_AGE_MS
  const settled = (await avatars.list()).filter((key) => {
    const picture = parseAvatarKey(key)
    return picture && (picture.timeMs <= latestMs || deletedIds.includes(picture.memberId))
  })
  if (settled.length === 0) return 0

  const rows = await sql`SELECT avatar_url AS url FROM profiles WHERE avatar_url IS NOT NULL`
  const pointers = z.array(PointerRow).parse(rows)
  const shown = new Set(pointers.map(({ url }) => avatarKey(url)))
  const orphans = settled.filter((key) => !shown.has(key))
  // Sequential, so that a killed run has made progress.
  for (const key of orphans) await avatars.remove(key)
  return orphans.length
}

const PointerRow = z.object({ url: z.string() })
const ExpiredRows = z.object({ kind: z.string(), count: z.number() })

type SweepDeps = Pick<Deps, 'sql' | 'avatars' | 'clock'>
