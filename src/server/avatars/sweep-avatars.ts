import * as z from 'zod/mini'
import { DAY_MS } from '#src/shared/units.ts'
import type { Deps, Sql } from '../vendors/ports.ts'
import { avatarKey, avatarUrl, parseAvatarKey, timeOf } from './avatar-name.ts'

/**
 * An upload that is under way has stored its picture and not yet pointed at it; none takes as long as this, not even where
 * the clocks of two instances are hours apart.
 */
const ORPHAN_AGE_MS = DAY_MS

/**
 * Removes pictures that no profile points at; returns how many. Safe while members upload, and at any number of times.
 *
 * @param gone members whose account has just been deleted: no upload of theirs can end well, so theirs go at once.
 */
export async function sweepAvatars(
  { sql, avatars, clock }: Pick<Deps, 'sql' | 'avatars' | 'clock'>,
  gone: readonly string[] = [],
): Promise<number> {
  // The pictures first: one that is stored and pointed at in between is in the pointers.
  const stored = (await avatars.list()).flatMap((key) => parseAvatarKey(key) ?? [])
  const latestMs = clock() - ORPHAN_AGE_MS
  const settled = stored.filter(
    ({ memberId, version }) => timeOf(version) <= latestMs || gone.includes(memberId),
  )
  if (settled.length === 0) return 0

  const shown = await urlsShown(sql)
  const orphans = settled.filter((name) => !shown.has(avatarUrl(name)))
  // One after the other: a run that is cut short has still done something.
  for (const name of orphans) await avatars.remove(avatarKey(name))
  return orphans.length
}

async function urlsShown(sql: Sql): Promise<ReadonlySet<string>> {
  const rows = await sql`SELECT avatar_url AS url FROM profiles WHERE avatar_url IS NOT NULL`
  return new Set(
    z
      .array(PointerRow)
      .parse(rows)
      .map(({ url }) => url),
  )
}

const PointerRow = z.object({ url: z.string() })
