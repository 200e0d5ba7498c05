import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { MINUTE_MS } from '#src/shared/units.ts'
import { $lastSyncedAt, $progress, followPage, readOtherTabs, sync } from '#src/lib/progress-store.ts'

/** Home asks for other devices' progress no more often, unless its member comes back to the tab. */
const FRESH_FOR_MS = 5 * MINUTE_MS

/** The member's ticks and videos, kept up to date while home is open. */
export function useHomeProgress(now: number) {
  const { records: ticks, problem } = useStore($progress)
  const lastSyncedAt = useStore($lastSyncedAt)
  useEffect(() => {
    const syncedAt = $lastSyncedAt.get()
    if (syncedAt === null || Date.now() - syncedAt > FRESH_FOR_MS) void sync()
    return followPage()
  }, [])
  useEffect(readOtherTabs, [now])
  /** null until the portal has answered once: what isn't ticked here may be ticked elsewhere. */
  const known = lastSyncedAt === null ? null : ticks
  return { ticks, known, problem }
}
