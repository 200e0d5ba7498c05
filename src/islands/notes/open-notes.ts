import { actions } from 'astro:actions'
import { indexedDisk } from '../disk.ts'
import { readViewer } from '../read-viewer.ts'
import { isSessionOver } from '../session.ts'
import { sendBeacon, SyncedStore } from '../synced-store.ts'
import { noteRules, savedNotes, toForm, type NoteStore } from './notes.ts'

/** The notes of this page's member. Only a browser knows whose. */
export function openNotes(): NoteStore {
  opened ??= new SyncedStore({
    ...noteRules,
    disk: indexedDisk('notes', readViewer().email),
    async save(batch) {
      const answer = await actions.notes.save(toForm(batch)).catch(() => null)
      return savedNotes(batch, answer && answer.error?.code)
    },
    beacon: (batch) => sendBeacon('notes.save', toForm(batch)),
    read: async () => (await actions.notes.read().catch(() => null))?.data ?? null,
    isOver: isSessionOver,
    channel: 'notes',
  })
  return opened
}

let opened: NoteStore | null = null
