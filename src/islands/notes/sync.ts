import type { ErrorCode } from '#src/shared/errors.ts'
import { NOTES_AT_ONCE, NOTES_MAX, REMOVALS_AT_ONCE } from '#src/shared/notes/limits.ts'
import type { LocalNote, LocalNotes } from './local.ts'
import { merged, savedDraft, toPortal, withoutWords, type Changes } from './merge.ts'
import type { Remote } from './portal.ts'

/**
 * The member's notes: on this browser's disk at once and with the portal soon after. What could not be told is told
 * again, now and at the next visit; telling it twice changes nothing.
 */
export class NotesSync {
  readonly #deps: Deps
  readonly #listeners = new Set<() => void>()
  readonly #refused = new Set<string>()
  #notes: ReadonlyMap<string, LocalNote> = new Map()
  #snapshot: Snapshot = { notes: [], drafts: [], refused: new Set(), isBehind: false, isLoaded: false }
  #isBehind = false
  #isLoaded = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #telling: Promise<void> = Promise.resolve()
  /** What this browser could not write. */
  readonly #offDisk = new Map<string, LocalNote>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** What a screen shows; another object after anything changed. */
  readonly snapshot = (): Snapshot => this.#snapshot

  /** @returns what stops it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Reads what this browser has, also when another tab changed it. */
  async load(): Promise<void> {
    const before = this.#notes
    const stored = await this.#deps.local.readAll()
    // Something was written here meanwhile, and is not in what was read.
    if (this.#notes !== before) return this.load()
    this.#notes = new Map([...stored.map((note) => [note.id, note] as const), ...this.#offDisk])
    this.#isLoaded = true
    this.#publish()
  }

  /** Tells the portal what it does not have, and takes over what other devices told it. */
  async sync(): Promise<void> {
    await this.flush()
    const remote = await this.#deps.remote.read()
    this.#isBehind = remote === null
    if (remote) await this.#commit(merged(this.#notes, remote, this.#deps.clock()))
    else this.#flushIn(RETRY_AFTER_MS)
    this.#publish()
    if (remote && this.#waiting().length > 0) await this.flush()
  }

  /** Keeps what is being written, in this browser alone. */
  async keepDraft(draft: LocalNote): Promise<void> {
    await this.#commit({ put: [draft], forget: [] })
  }

  async discardDraft(id: string): Promise<void> {
    if (this.#notes.get(id)?.state === 'draft') await this.#commit({ put: [], forget: [id] })
  }

  /** @returns null once it is kept for good, on this disk or by the portal; else why not: then it is a draft as before. */
  async save(draft: LocalNote): Promise<NoteError | null> {
    const replaced = draft.replaces === null ? undefined : this.#notes.get(draft.replaces)
    if (!replaced && this.#snapshot.notes.length >= NOTES_MAX) return 'notes_full'
    const id = this.#deps.newId()
    const isOnDisk = await this.#commit(savedDraft(draft, this.#notes, id))
    const told = this.flush()
    if (isOnDisk) return null
    await told
    if (this.#notes.get(id)?.state === 'kept') return null
    await this.#commit({ put: replaced ? [draft, replaced] : [draft], forget: [id] })
    return 'note_not_kept'
  }

  /** It is gone for good. */
  async remove(id: string): Promise<void> {
    const note = this.#notes.get(id)
    if (!note) return
    await this.#commit({ put: [withoutWords(note)], forget: [] })
    void this.flush()
  }

  /** Tells the portal everything that waits. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#telling = this.#telling.then(() => this.#tellAll())
    return this.#telling
  }

  /** Tells while the page goes away; whether that arrives nobody hears, so it is told again. */
  flushWithBeacon(): void {
    const [first] = batchesOf(this.#waiting())
    if (first && !this.#deps.isOver()) this.#deps.remote.beacon(this.#formOf(first))
  }

  /** @returns whether it is on the disk. */
  async #commit({ put, forget }: Changes): Promise<boolean> {
    if (put.length + forget.length === 0) return true
    const notes = new Map(this.#notes)
    for (const note of put) notes.set(note.id, note)
    for (const id of forget) notes.delete(id)
    this.#notes = notes
    // Whoever signed out in another tab left nothing behind, and this tab brings nothing back.
    const isOnDisk = !this.#deps.isOver() && (await this.#deps.local.write(put, forget))
    for (const note of put) {
      if (isOnDisk) this.#offDisk.delete(note.id)
      else this.#offDisk.set(note.id, note)
    }
    for (const id of forget) this.#offDisk.delete(id)
    this.#publish()
    if (isOnDisk) this.#deps.announce()
    return isOnDisk
  }

  #publish(): void {
    const all = [...this.#notes.values()].sort(byMoment)
    this.#snapshot = {
      notes: all.filter(({ state }) => state === 'waiting' || state === 'kept'),
      drafts: all.filter(({ state }) => state === 'draft'),
      refused: new Set(this.#refused),
      isBehind: this.#isBehind,
      isLoaded: this.#isLoaded,
    }
    for (const listener of this.#listeners) listener()
  }

  #waiting(): LocalNote[] {
    return [...this.#notes.values()].filter((note) => isWritten(note) || isRemoved(note))
  }

  #formOf(notes: readonly LocalNote[]) {
    const now = this.#deps.clock()
    return {
      written: notes.filter(isWritten).map((note) => toPortal(note, now)),
      removed: notes.filter(isRemoved).map(({ id }) => id),
    }
  }

  /** The earliest wish counts. */
  #flushIn(ms: number): void {
    this.#timer ??= setTimeout(() => void this.flush(), ms)
  }

  async #tellAll(): Promise<void> {
    for (const batch of batchesOf(this.#waiting())) {
      if ((await this.#tell(batch)) === 'done') continue
      this.#isBehind = true
      this.#publish()
      this.#flushIn(RETRY_AFTER_MS)
      return
    }
    this.#isBehind = false
    this.#publish()
  }

  /** A note that is refused holds up no other. It stays here, and is tried again with the next that is told. */
  async #tell(batch: readonly LocalNote[]): Promise<'done' | 'retry'> {
    if (this.#deps.isOver()) return 'retry'
    const outcome = await this.#deps.remote.save(this.#formOf(batch))
    if (outcome === 'retry') return 'retry'
    if (outcome !== 'saved' && batch.length > 1) {
      for (const part of partsOf(batch)) if ((await this.#tell(part)) === 'retry') return 'retry'
      return 'done'
    }
    for (const { id } of batch) {
      if (outcome === 'saved') this.#refused.delete(id)
      else this.#refused.add(id)
    }
    // It may have been removed meanwhile.
    const told = outcome === 'saved' ? batch.filter((note) => this.#notes.get(note.id) === note) : []
    await this.#commit({
      put: told.filter(isWritten).map((note) => ({ ...note, state: 'kept' as const })),
      forget: told.filter(isRemoved).map(({ id }) => id),
    })
    return 'done'
  }
}

const RETRY_AFTER_MS = 30_000

/** An edit's new words are told before those that they replace are removed, or with them. */
function batchesOf(waiting: readonly LocalNote[]): LocalNote[][] {
  const written = chunks(waiting.filter(isWritten), NOTES_AT_ONCE)
  const [removed = [], ...more] = chunks(waiting.filter(isRemoved), REMOVALS_AT_ONCE)
  const last = [...(written.pop() ?? []), ...removed]
  return [...written, ...(last.length > 0 ? [last] : []), ...more]
}

/** What is tried where all together was refused. Removals make room. */
function partsOf(batch: readonly LocalNote[]): LocalNote[][] {
  const written = batch.filter(isWritten)
  const removed = batch.filter(isRemoved)
  return written.length === 0
    ? chunks(removed, 1)
    : [...(removed.length > 0 ? [removed] : []), ...chunks(written, 1)]
}

function isWritten({ state }: LocalNote): boolean {
  return state === 'waiting'
}

function isRemoved({ state }: LocalNote): boolean {
  return state === 'removed'
}

function chunks(notes: readonly LocalNote[], size: number): LocalNote[][] {
  return Array.from({ length: Math.ceil(notes.length / size) }, (_, n) =>
    notes.slice(n * size, (n + 1) * size),
  )
}

function byMoment(a: LocalNote, b: LocalNote): number {
  return a.seconds - b.seconds || a.writtenAt - b.writtenAt || (a.id < b.id ? -1 : 1)
}

export type NoteError = Extract<ErrorCode, `note${string}`>

export interface Snapshot {
  /** By their moment. */
  notes: readonly LocalNote[]
  drafts: readonly LocalNote[]
  /** The ids of notes that the portal has no room for. */
  refused: ReadonlySet<string>
  /** Whether the portal could not be reached the last time. */
  isBehind: boolean
  /** Whether this browser's own are here. */
  isLoaded: boolean
}

interface Deps {
  local: LocalNotes
  remote: Remote
  clock: () => number
  newId: () => string
  /** Whether the member signed out since, or somebody else in. */
  isOver: () => boolean
  /** Tells the other tabs that something changed. */
  announce: () => void
}
