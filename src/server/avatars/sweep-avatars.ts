import { HOUR_MS } from '#src/shared/units.ts'
import type { Clock } from '../vendors/ports.ts'
import { avatarUrl, timeOf } from './avatar-name.ts'
import type { AvatarName, AvatarPointers, AvatarStore } from '../members/ports.ts'

/** An upload that is under way has stored its picture and not yet pointed at it; none takes as long as this. */
const ORPHAN_AGE_MS = HOUR_MS

/**
 * Removes pictures that no profile points at; returns how many. Safe while members upload, and at any number of times.
 *
 * @param gone members whose account has just been deleted: no upload of theirs can end well, so theirs go at once.
 */
export async function sweepAvatars(deps: SweepAvatarsDeps, gone: readonly string[] = []): Promise<number> {
  // The pictures first: one that is stored and pointed at in between is in the pointers.
  const stored = await deps.avatars.list()
  const latestMs = deps.clock() - ORPHAN_AGE_MS
  const settled = stored.filter(
    ({ memberId, version }) => timeOf(version) <= latestMs || gone.includes(memberId),
  )
  if (settled.length === 0) return 0

  const pointers = new Set(await deps.pointers.all())
  const orphans = settled.filter((name) => !pointers.has(avatarUrl(name)))
  await removeEach(deps.avatars, orphans)
  return orphans.length
}

/** One after the other: a run that is cut short has still done something. */
async function removeEach(avatars: AvatarStore, names: AvatarName[]): Promise<void> {
  for (const name of names) await avatars.remove(name)
}

export interface SweepAvatarsDeps {
  avatars: AvatarStore
  pointers: AvatarPointers
  clock: Clock
}
