import { CHANGES_AT_ONCE } from '#src/shared/playlist/limits.ts'
import { toProgress } from '#src/shared/playlist/known.ts'
import { readViewer } from '../read-viewer.ts'
import { openLocal } from './local.ts'
import { portal } from './portal.ts'

/** Longer than this nobody waits to be signed out. */
const WITHIN_MS = 2000

/** Saves with the portal what only this browser knows, as far as that is quickly done. */
export async function saveLastProgress(): Promise<void> {
  const unsent = [...openLocal(readViewer().email).readAll()]
    .filter(([, entry]) => entry.unsent)
    .slice(0, CHANGES_AT_ONCE)
  if (unsent.length === 0) return
  const changes = unsent.map(([video, entry]) => toProgress(video, entry, Date.now()))
  await Promise.race([portal.save(changes), new Promise((resolve) => setTimeout(resolve, WITHIN_MS))])
}
