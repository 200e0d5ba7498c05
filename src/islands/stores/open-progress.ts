import { actions } from 'astro:actions'
import { ACTIONS_PREFIX } from '#src/shared/paths.ts'
import { readViewer } from '../read-viewer.ts'
import { isSessionOver } from '../session.ts'
import { followStored, writeStored } from '../stored.ts'
import { progressOf, readProgress, type LocalProgress } from './progress.ts'
import { ProgressStore } from './progress-store.ts'

let opened: ProgressStore | null = null

/** The progress of this page's member. */
export function openProgress(): ProgressStore {
  return (opened ??= open(readViewer().id))
}

function open(memberId: string): ProgressStore {
  const prefix = progressOf(memberId)
  const store = new ProgressStore(
    {
      write: (video, record) => writeStored(prefix + video, record),
      read: () => actions.progress.read(),
      save: (changes) => actions.progress.save({ changes }),
      beacon(changes) {
        const body = new Blob([JSON.stringify({ changes })], { type: 'application/json' })
        navigator.sendBeacon(`${ACTIONS_PREFIX}progress.save`, body)
      },
      isOver: isSessionOver,
    },
    readProgress(memberId),
  )
  followStored(prefix, (video, record) => store.show(new Map([[video, record as LocalProgress | null]])))
  return store
}
