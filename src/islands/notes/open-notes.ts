import { readViewer } from '../read-viewer.ts'
import { isSessionOver } from '../session.ts'
import { openLocal } from './local.ts'
import { portal } from './portal.ts'
import { rememberNotes } from './stored.ts'
import { NotesSync } from './sync.ts'

/** What tells the tabs of one browser that notes changed. */
const CHANNEL = 'notes'

/** A glance at another tab needs no question. */
const SYNC_AFTER_HIDDEN_MS = 10_000

/** The notes of this page's member. Nothing is read yet, and nothing followed. */
export function notesOfMember(): NotesSync {
  const channel = new BroadcastChannel(CHANNEL)
  const notes = new NotesSync({
    local: openLocal(readViewer().email),
    remote: portal,
    clock: Date.now,
    newId: () => crypto.randomUUID(),
    isOver: isSessionOver,
    announce: () => channel.postMessage(null),
  })
  channel.addEventListener('message', () => void notes.load())
  return notes
}

/** The same, read from this browser and then from the portal, and followed for as long as the page is there. */
export function openNotes(): NotesSync {
  const notes = notesOfMember()
  rememberNotes(readViewer().email)
  addEventListener('online', () => void notes.sync())
  addEventListener('pagehide', () => notes.flushWithBeacon())
  let hiddenAt = Infinity
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && Date.now() - hiddenAt > SYNC_AFTER_HIDDEN_MS) void notes.sync()
    if (!document.hidden) return
    hiddenAt = Date.now()
    notes.flushWithBeacon()
  })
  void notes.load().then(() => notes.sync())
  return notes
}
