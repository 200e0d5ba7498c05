import * as z from 'zod/mini'
import { DAY_MS } from '#src/shared/units.ts'
import { avatarKey, parseAvatarKey } from '../avatars/avatar.ts'
import { UNCONFIRMED_SIGN_UP_SECONDS } from '../lifetimes.ts'
import type { Deps } from '../vendors/ports.ts'

const ROWS_PER_RUN = 1000
const DELETIONS_PER_RUN = 50

/** Deletes expired data. Safe to run concurrently and to kill. Returns how many rows of each table. */
export async function sweep(deps: SweepDeps): Promise<SweepCounts> {
  const rows = await deps.sql`
    SELECT table_name AS table, deleted AS count FROM delete_expired_rows(${ROWS_PER_RUN}, make_interval(secs => ${UNCONFIRMED_SIGN_UP_SECONDS}))`
  const expired = z.array(ExpiredRows).parse(rows)
  const deleted = await deps.sql`SELECT delete_due_accounts(${DELETIONS_PER_RUN})`
  // Last, because pictures need another service, which may be down; and a killed run leaves them for the next one.
  const pictures = await sweepAvatars(deps)
  return {
    ...Object.fromEntries(expired.map(({ table, count }) => [table, count])),
    accounts: deleted.length,
    ...pictures,
  }
}

export async function sweepAvatars({ sql, avatars, clock }: Pick<Deps, 'sql' | 'avatars' | 'clock'>) {
  // List pictures before profiles, so that a picture that a profile starts using in between is kept.
  const pictures = (await avatars.list()).flatMap((key) => {
    const picture = parseAvatarKey(key)
    return picture ? { key, ...picture } : []
  })
  if (pictures.length === 0) return { avatars: 0, withheldAvatars: 0 }

  const rows = await sql`
    SELECT o.id, p.id IS NOT NULL AS "isMember", p.avatar_url AS url,
      EXISTS (SELECT FROM approval_events e WHERE e.user_id = o.id AND e.to_status = 'deleted') AS "isDeleted",
      (SELECT released_count FROM scheduled_runs WHERE name = 'sweep') AS released
    FROM unnest(${[...new Set(pictures.map(({ memberId }) => memberId))]}::text[]) AS o (id)
    LEFT JOIN profiles p ON p.id = o.id`
  const owners = z.array(OwnerRow).parse(rows)
  const { expired, kept } = choosePicturesToDelete(pictures, owners, clock())
  // Sequential, so that a killed run has made progress.
  for (const { key } of expired) await avatars.remove(key)
  return { avatars: expired.length, withheldAvatars: kept.length }
}

// A running upload has stored its picture but not updated the profile yet. Longer than any upload plus clock skew.
const ORPHAN_AGE_MS = DAY_MS

// More orphans than these, and than a tenth of all pictures, aren't left by uploads that failed.
const ORPHANS_MAX = 3

// Chooses pictures of deleted accounts, and orphans: older than a day and in no profile. All orphans are kept where the
// database may be empty, old or another portal's: it never knew a member of theirs, no profile shows any picture here, or they are
// more than three and more than a tenth of all. They go once an administrator has released as many.
function choosePicturesToDelete(pictures: Picture[], rows: z.infer<typeof OwnerRow>[], nowMs: number) {
  const owners = new Map(rows.map((row) => [row.id, row]))
  const isShown = ({ key, memberId }: Picture) => avatarKey(owners.get(memberId)?.url ?? null) === key
  const isMember = ({ memberId }: Picture) => owners.get(memberId)?.isMember === true
  const isDeleted = (picture: Picture) =>
    !isMember(picture) && owners.get(picture.memberId)?.isDeleted === true
  const deleted = pictures.filter(isDeleted)
  const orphans = pictures.filter(
    (picture) => !isShown(picture) && !isDeleted(picture) && picture.timeMs <= nowMs - ORPHAN_AGE_MS,
  )
  const areFew = orphans.length <= Math.max(ORPHANS_MAX, pictures.length / 10)
  const areOurs = orphans.every(isMember) && pictures.some(isShown)
  return (areFew && areOurs) || orphans.length <= (rows[0]?.released ?? 0)
    ? { expired: [...deleted, ...orphans], kept: [] }
    : { expired: deleted, kept: orphans }
}

const OwnerRow = z.object({
  id: z.string(),
  isMember: z.boolean(),
  url: z.nullable(z.string()),
  isDeleted: z.boolean(),
  released: z.nullable(z.number()),
})
const ExpiredRows = z.object({ table: z.string(), count: z.number() })

interface Picture {
  key: string
  memberId: string
  timeMs: number
}

type SweepCounts = Record<string, number> & { avatars: number; withheldAvatars: number }
type SweepDeps = Pick<Deps, 'sql' | 'avatars' | 'clock'>
