import type { ErrorCode } from '#src/shared/errors.ts'
import { NOTES_AT_ONCE, NOTES_MAX, OLDEST_PROGRESS_MS, REMOVALS_AT_ONCE } from '#src/shared/field-limits.ts'
import type { Note, NotesForm, StoredNotes } from '#src/shared/notes/note.ts'
import type { Changes } from '../disk.ts'
import { chunks, type Saved, type SyncedStore } from '../synced-store.ts'

export interface LocalNote extends Omit<Note, 'writtenMsAgo'> {
  /** By this browser's clock, in milliseconds since 1970. */
  writtenAt: number
  /** `waiting`: written, and the portal may not have it. `kept`: it has. `removed`: it may still have it. */
  state: 'draft' | 'waiting' | 'kept' | 'removed'
  /** The note that a draft is an edit of. */
  replaces: string | null
}

export type NoteStore = SyncedStore<LocalNote, StoredNotes>
export type NoteError = Extract<ErrorCode, `note${string}`>

/** Notes that are written and not removed, by their moment. */
export function writtenNotes(records: ReadonlyMap<string, LocalNote>): LocalNote[] {
  return [...records.values()].filter(({ state }) => state === 'waiting' || state === 'kept').sort(byMoment)
}

/** @returns null once it is on this disk or saved with the portal; else why not: then it is a draft as before. */
export async function saveNote(store: NoteStore, draft: LocalNote): Promise<NoteError | null> {
  const replaced = draft.replaces === null ? undefined : store.records.get(draft.replaces)
  if (!replaced && writtenNotes(store.records).length >= NOTES_MAX) return 'notes_full'
  // Always another id: one that was tried before may have arrived, and notes never change.
  const note: LocalNote = { ...draft, id: crypto.randomUUID(), state: 'waiting', replaces: null }
  const changes = new Map<string, LocalNote | null>([[note.id, note]])
  if (replaced) changes.set(replaced.id, removedNote(replaced))
  if (store.records.get(draft.id)?.state === 'draft') changes.set(draft.id, null)
  const isOnDisk = await store.put(changes)
  const flushed = store.flush()
  if (isOnDisk) return null
  await flushed
  if (store.records.get(note.id)?.state === 'kept') return null
  await store.put(
    new Map<string, LocalNote | null>([
      [note.id, null],
      [draft.id, draft],
      ...(replaced ? [[replaced.id, replaced] as const] : []),
    ]),
  )
  return 'note_not_kept'
}

export async function removeNote(store: NoteStore, note: LocalNote): Promise<void> {
  await store.put(new Map([[note.id, removedNote(note)]]))
  void store.flush()
}

/**
 * How notes are sent and merged. They never change and removals are final, so two sides add up, in any order
 * devices meet. `save_notes` in the database goes by the same rule.
 */
export const noteRules = {
  keyOf: ({ id }: LocalNote) => id,
  isUnsent: ({ state }: LocalNote) => state === 'waiting' || state === 'removed',
  /** An edit's new words are sent before those that they replace are removed, or with them. */
  batches(unsent: readonly LocalNote[]): LocalNote[][] {
    const written = chunks(unsent.filter(isWaiting), NOTES_AT_ONCE)
    const [removed = [], ...more] = chunks(unsent.filter(isRemoved), REMOVALS_AT_ONCE)
    const last = [...(written.pop() ?? []), ...removed]
    return [...written, ...(last.length > 0 ? [last] : []), ...more]
  },
  merge(records: ReadonlyMap<string, LocalNote>, { notes, removed }: StoredNotes): Changes<LocalNote> {
    const there = new Set(notes.map(({ id }) => id))
    const changes = new Map<string, LocalNote | null>()
    for (const note of records.values()) {
      if (note.state === 'waiting' && there.has(note.id)) changes.set(note.id, { ...note, state: 'kept' })
      // The portal was set back to an older copy.
      if (note.state === 'kept' && !there.has(note.id)) changes.set(note.id, { ...note, state: 'waiting' })
    }
    for (const { writtenMsAgo, ...note } of notes) {
      if (records.has(note.id)) continue
      changes.set(note.id, { ...note, writtenAt: Date.now() - writtenMsAgo, state: 'kept', replaces: null })
    }
    for (const id of removed) if (records.has(id) && records.get(id)?.state !== 'draft') changes.set(id, null)
    return changes
  },
}

/** @param error the portal's, undefined when it took them; null when it could not be reached. */
export function savedNotes(batch: readonly LocalNote[], error: string | undefined | null): Saved<LocalNote> {
  if (error === 'CONFLICT' || error === 'BAD_REQUEST') return 'refused'
  if (error !== undefined) return 'retry'
  return new Map(batch.map((note) => [note.id, isRemoved(note) ? null : { ...note, state: 'kept' }]))
}

export function toForm(batch: readonly LocalNote[]): NotesForm {
  return {
    written: batch.filter(isWaiting).map(({ id, video, title, fragment, seconds, text, writtenAt }) => {
      const writtenMsAgo = Math.min(OLDEST_PROGRESS_MS, Math.max(0, Math.round(Date.now() - writtenAt)))
      return { id, video, title, fragment, seconds, text, writtenMsAgo }
    }),
    removed: batch.filter(isRemoved).map(({ id }) => id),
  }
}

/** What stays of a removed note until the portal has heard of it. */
function removedNote(note: LocalNote): LocalNote {
  return { ...note, text: '', state: 'removed', replaces: null }
}

const isWaiting = ({ state }: LocalNote) => state === 'waiting'
const isRemoved = ({ state }: LocalNote) => state === 'removed'

/** By the moment of the video, then by age. */
export function byMoment(a: LocalNote, b: LocalNote): number {
  return a.seconds - b.seconds || a.writtenAt - b.writtenAt || (a.id < b.id ? -1 : 1)
}
