import { actions } from 'astro:actions'
import { notesDisk } from './notes-disk.ts'
import { noteRules, toForm, type NoteStore } from './notes.ts'
import { progressDisk, progressRules, readProgress, toChange, type ProgressStore } from './progress.ts'
import { readViewer } from '../read-viewer.ts'
import { isSessionOver } from '../session.ts'
import { sendBeacon, SyncedStore } from './synced-store.ts'

let notes: NoteStore | null = null
let progress: ProgressStore | null = null

/** The notes of this page's member. */
export function openNotes(): NoteStore {
  return (notes ??= new SyncedStore({
    ...noteRules,
    disk: notesDisk(readViewer().email),
    read: () => actions.notes.read(),
    save: (batch) => actions.notes.save(toForm(batch)),
    beacon: (batch) => sendBeacon('notes.save', toForm(batch)),
    isOver: isSessionOver,
    channel: 'notes',
  }))
}

/** The progress of this page's member. */
export function openProgress(): ProgressStore {
  const { email } = readViewer()
  return (progress ??= new SyncedStore(
    {
      ...progressRules,
      disk: progressDisk(email),
      read: () => actions.progress.read(),
      save: (batch) => actions.progress.save({ changes: batch.map(toChange) }),
      beacon: (batch) => sendBeacon('progress.save', { changes: batch.map(toChange) }),
      isOver: isSessionOver,
      channel: 'progress',
    },
    readProgress(email),
  ))
}
