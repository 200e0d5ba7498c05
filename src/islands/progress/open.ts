import { actions } from 'astro:actions'
import type { VideoProgress } from '#src/shared/playlist/progress.ts'
import { localDisk } from '../disk.ts'
import { readViewer } from '../read-viewer.ts'
import { isSessionOver } from '../session.ts'
import { ask, sendBeacon, SyncedStore } from '../synced-store.ts'
import {
  progressOf,
  progressPrefix,
  progressRules,
  readProgress,
  savedProgress,
  toChange,
  type LocalProgress,
  type Progress,
} from './progress.ts'

/** The progress of this page's member. */
export function openProgress(): Progress {
  const { email } = readViewer()
  const store = new SyncedStore<LocalProgress, VideoProgress[]>(
    {
      ...progressRules,
      disk: localDisk(progressPrefix(email)),
      async save(batch) {
        const answer = await ask(actions.progress.save({ changes: batch.map(toChange) }))
        return savedProgress(batch, answer?.data, answer?.error?.code)
      },
      beacon: (batch) => sendBeacon('progress.save', { changes: batch.map(toChange) }),
      read: async () => (await ask(actions.progress.read()))?.data ?? null,
      isOver: isSessionOver,
      channel: 'progress',
    },
    readProgress(email),
  )
  return progressOf(store)
}
