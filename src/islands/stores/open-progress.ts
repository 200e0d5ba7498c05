import { actions } from 'astro:actions'
import { ACTIONS_PREFIX } from '#src/shared/paths.ts'
import { readViewer } from '../read-viewer.ts'
import { isSessionOver } from '../session.ts'
import { writeStored } from '../stored.ts'
import { progressOf, readProgress, storeWhenSynced } from './progress.ts'
import { ProgressStore } from './progress-store.ts'

let opened: ProgressStore | null = null

export function openProgress(): ProgressStore {
  const { id } = readViewer()
  return (opened ??= new ProgressStore(
    {
      write: (video, record) => writeStored(progressOf(id) + video, record),
      read: () => actions.progress.list({ zone: new Intl.DateTimeFormat().resolvedOptions().timeZone }),
      save: (changes) => actions.progress.save({ changes }),
      beacon(changes) {
        const body = new Blob([JSON.stringify({ changes })], { type: 'application/json' })
        navigator.sendBeacon(`${ACTIONS_PREFIX}progress.save`, body)
      },
      synced: () => storeWhenSynced(id),
      isOver: isSessionOver,
    },
    readProgress(id),
  ))
}
