import type { LocalNote } from '#src/islands/notes/local.ts'
import { NotesSync, type NoteError } from '#src/islands/notes/sync.ts'
import type { Note, NotesForm } from '#src/shared/notes/note.ts'

/** A portal that goes by the rule of `keep_notes`, which tests/contract/notes.test.ts holds the database to. */
export function openPortal() {
  const portal = {
    notes: new Map<string, Note>(),
    removed: new Set<string>(),
    heard: [] as NotesForm[],
    room: Infinity,
    texts: () => [...portal.notes.values()].map(({ text }) => text).sort(),
    read: () => ({ notes: [...portal.notes.values()], removed: [...portal.removed] }),
    save(form: NotesForm): 'saved' | 'full' {
      portal.heard.push(form)
      const removed = new Set([...portal.removed, ...form.removed])
      const ids = new Set([...portal.notes.keys(), ...form.written.map(({ id }) => id)])
      if ([...ids].filter((id) => !removed.has(id)).length > portal.room) return 'full'
      portal.removed = removed
      for (const id of form.removed) portal.notes.delete(id)
      for (const note of form.written) {
        if (!removed.has(note.id) && !portal.notes.has(note.id)) portal.notes.set(note.id, note)
      }
      return 'saved'
    },
  }
  return portal
}

/** @param store what is on its disk: of another tab, or of the same browser before it was killed. */
export function device(portal: FakePortal, store?: Map<string, LocalNote>): Device {
  return new Device(portal, store)
}

class Device {
  readonly store: Map<string, LocalNote>
  readonly notes: NotesSync
  hasDisk = true
  isOffline = false
  /** What it sends arrives, and no answer comes back. */
  isDeaf = false
  isOver = false

  constructor(portal: FakePortal, store = new Map<string, LocalNote>()) {
    this.store = store
    this.notes = new NotesSync({
      local: {
        readAll: () => Promise.resolve(this.hasDisk ? this.disk() : []),
        write: (notes, forgotten) => {
          if (!this.hasDisk) return Promise.resolve(false)
          for (const note of notes) store.set(note.id, note)
          for (const id of forgotten) store.delete(id)
          return Promise.resolve(true)
        },
      },
      remote: {
        read: () => Promise.resolve(this.isOffline || this.isDeaf ? null : portal.read()),
        save: (form) => {
          const outcome = this.isOffline ? 'retry' : portal.save(form)
          return Promise.resolve(this.isDeaf ? 'retry' : outcome)
        },
        beacon: (form) => {
          if (!this.isOffline) portal.save(form)
        },
      },
      clock: Date.now,
      newId: () => crypto.randomUUID(),
      isOver: () => this.isOver,
      announce: () => undefined,
    })
  }

  disk(): LocalNote[] {
    return [...this.store.values()]
  }

  texts(): string[] {
    return this.notes
      .snapshot()
      .notes.map(({ text }) => text)
      .sort()
  }

  async edit(text: string, into: string): Promise<NoteError | null> {
    const note = this.#find(text)
    return this.notes.save({ ...note, text: into, state: 'draft', replaces: note.id })
  }

  async remove(text: string): Promise<void> {
    await this.notes.remove(this.#find(text).id)
  }

  #find(text: string): LocalNote {
    const note = this.notes.snapshot().notes.find((one) => one.text === text)
    if (!note) throw new Error(`There is no note "${text}".`)
    return note
  }
}

type FakePortal = ReturnType<typeof openPortal>

/** What somebody has typed into a new place to write. */
export function draftOf(text: string): LocalNote {
  return {
    id: crypto.randomUUID(),
    video: 'cohort-17/week-1/talk',
    title: 'Talk',
    fragment: 'Talk',
    seconds: 754,
    text,
    writtenAt: Date.now(),
    state: 'draft',
    replaces: null,
  }
}
