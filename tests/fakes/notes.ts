import {
  noteRules,
  removeNote,
  saveNote,
  toForm,
  writtenNotes,
  type LocalNote,
  type NoteError,
  type NoteStore,
} from '#src/islands/stores/notes.ts'
import { SyncedStore, type Answer, type Disk } from '#src/islands/stores/synced-store.ts'
import type { Note, NotesForm, StoredNotes } from '#src/shared/notes/note.ts'

/** A fake of `save_notes`, whose rule tests/contract/notes.test.ts checks on the database. */
export function openPortal() {
  const portal = {
    notes: new Map<string, Note>(),
    removed: new Set<string>(),
    heard: [] as NotesForm[],
    room: Infinity,
    texts: () => [...portal.notes.values()].map(({ text }) => text).sort(),
    read: () => ({ notes: [...portal.notes.values()], removed: [...portal.removed] }),
    save(form: NotesForm): 'CONFLICT' | undefined {
      portal.heard.push(form)
      const removed = new Set([...portal.removed, ...form.removed])
      const ids = new Set([...portal.notes.keys(), ...form.written.map(({ id }) => id)])
      if ([...ids].filter((id) => !removed.has(id)).length > portal.room) return 'CONFLICT'
      portal.removed = removed
      for (const id of form.removed) portal.notes.delete(id)
      for (const note of form.written) {
        if (!removed.has(note.id) && !portal.notes.has(note.id)) portal.notes.set(note.id, note)
      }
      return undefined
    },
  }
  return portal
}

/** @param store what is on its disk: of another tab, or of the same browser before it was killed. */
export function device(portal: FakePortal, store?: Map<string, LocalNote>): Device {
  return new Device(portal, store)
}

/** The portal's actions. */
export interface Remote {
  read(): Promise<Answer<StoredNotes>>
  save(form: NotesForm): Promise<Answer<object>>
}

export function noteStore(disk: Disk<LocalNote>, remote: Remote, isOver: () => boolean): NoteStore {
  return new SyncedStore({
    ...noteRules,
    disk,
    read: () => remote.read(),
    save: (batch) => remote.save(toForm(batch)),
    beacon: (batch) => void remote.save(toForm(batch)),
    isOver,
  })
}

/** A disk that survives its browser. */
export function memoryDisk<Value>(store: Map<string, Value>, isThere = () => true): Disk<Value> {
  return {
    read: () => Promise.resolve(new Map(isThere() ? store : [])),
    write(changes) {
      if (!isThere()) return Promise.resolve(false)
      for (const [key, value] of changes) {
        if (value === null) store.delete(key)
        else store.set(key, value)
      }
      return Promise.resolve(true)
    },
  }
}

class Device {
  readonly store: Map<string, LocalNote>
  readonly notes: NoteStore
  hasDisk = true
  isOffline = false
  /** Requests arrive, but answers are lost. */
  isDeaf = false
  isOver = false

  constructor(portal: FakePortal, store = new Map<string, LocalNote>()) {
    this.store = store
    const remote: Remote = {
      read: () => Promise.resolve(this.isOffline || this.isDeaf ? null : { data: portal.read() }),
      save: (form) => {
        const code = this.isOffline ? null : portal.save(form)
        return Promise.resolve(this.isDeaf || code === null ? null : { error: code && { code } })
      },
    }
    this.notes = noteStore(
      memoryDisk(store, () => this.hasDisk),
      remote,
      () => this.isOver,
    )
  }

  disk(): LocalNote[] {
    return [...this.store.values()]
  }

  drafts(): LocalNote[] {
    return [...this.notes.records.values()].filter(({ state }) => state === 'draft')
  }

  written(): LocalNote[] {
    return writtenNotes(this.notes.records)
  }

  texts(): string[] {
    return this.written()
      .map(({ text }) => text)
      .sort()
  }

  write(text: string): Promise<NoteError | null> {
    return saveNote(this.notes, draftOf(text))
  }

  edit(text: string, into: string): Promise<NoteError | null> {
    const note = this.#find(text)
    return saveNote(this.notes, { ...note, text: into, state: 'draft', replaces: note.id })
  }

  remove(text: string): Promise<void> {
    return removeNote(this.notes, this.#find(text))
  }

  #find(text: string): LocalNote {
    const note = this.written().find((one) => one.text === text)
    if (!note) throw new Error(`There is no note "${text}".`)
    return note
  }
}

type FakePortal = ReturnType<typeof openPortal>

/** A draft with this text. */
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
