import { actions } from 'astro:actions'
import { localDisk } from '../disk.ts'
import { readViewer } from '../read-viewer.ts'
import { isSessionOver } from '../session.ts'
import { sendBeacon, SyncedStore } from '../synced-store.ts'
import {
  liftStamps,
  progressPrefix,
  progressRules,
  readProgress,
  savedProgress,
  toChange,
  type ProgressStore,
} from './progress.ts'

/** The progress of this page's member. Only a browser knows whose. */
export function openProgress(): ProgressStore {
  if (opened) return opened
  const { email } = readViewer()
  const store: ProgressStore = new SyncedStore(
    {
      ...progressRules,
      disk: localDisk(progressPrefix(email)),
      async save(batch) {
        const answer = await actions.progress.save({ changes: batch.map(toChange) }).catch(() => null)
        await store.put(liftStamps(batch, answer?.data ?? [], store.records), false)
        return savedProgress(batch, answer?.data, answer?.error?.code)
      },
      beacon: (batch) => sendBeacon('progress.save', { changes: batch.map(toChange) }),
      read: async () => (await actions.progress.read().catch(() => null))?.data ?? null,
      isOver: isSessionOver,
      channel: 'progress',
    },
    readProgress(email),
  )
  opened = store
  return store
}

let opened: ProgressStore | null = null
