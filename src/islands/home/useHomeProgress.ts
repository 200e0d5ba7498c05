import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { MINUTE_MS } from '#src/shared/units.ts'
import {
  $lastSyncedAt,
  $progress,
  readOtherTabs,
  setWatched,
  sync,
  syncWithPageLifecycle,
} from '#src/lib/progress-store.ts'

// Home asks for other devices' progress no more often, unless its member reloads it or comes back to the tab.
const FRESH_FOR_MS = 5 * MINUTE_MS

export function useHomeProgress(now: number) {
  const { records, problem } = useStore($progress)
  const lastSyncedAt = useStore($lastSyncedAt)
  useEffect(() => {
    const syncedAt = $lastSyncedAt.get()
    if (syncedAt === null || Date.now() - syncedAt > FRESH_FOR_MS || isReload()) void sync()
    return syncWithPageLifecycle()
  }, [])
  useEffect(readOtherTabs, [now])
  // null until the portal has answered once: what isn't done in this browser may be done on another device.
  const syncedRecords = lastSyncedAt === null ? null : records
  const [lastTicked, setLastTicked] = useState<'banner' | 'due' | null>('due')
  // What isn't saved stays dismissed here, and is sent later: nobody has to know.
  const dismiss = (progressKey: string, isDismissed = true) => {
    setLastTicked(null)
    setWatched(progressKey, isDismissed)
  }
  // A tick that isn't saved is reported in the card that has its box.
  const progressOf = (card: 'banner' | 'due') => ({
    records,
    dismiss,
    syncedRecords,
    problem: card === lastTicked ? problem : null,
    onTick: () => setLastTicked(card),
  })
  return { records, syncedRecords, dismiss, progressOf }
}

function isReload(): boolean {
  return performance
    .getEntriesByType('navigation')
    .some((entry) => 'type' in entry && entry.type === 'reload')
}

export type HomeProgress = ReturnType<typeof useHomeProgress>
export type CardProgress = ReturnType<HomeProgress['progressOf']>
