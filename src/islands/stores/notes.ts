import type { ErrorCode } from '#src/shared/errors.ts'
import { NOTES_AT_ONCE, NOTES_MAX, OLDEST_PROGRESS_MS, REMOVALS_AT_ONCE } from '#src/shared/field-limits.ts'
import type { Note, NotesForm, StoredNotes } from '#src/shared/notes/note.ts'
import { chunks, type Rules, type SyncedStore } from './synced-store.ts'

export interface LocalNote extends Omit<Note, 'writtenMsAgo'> {
  /** By this browser's clock, in milliseconds since 1970. */
  writtenAt: number
  /** `waiting`: not yet saved with the portal. `kept`: saved. `removed`: not yet removed from the portal. */
  state: 'draft' | 'waiting' | 'kept' | 'removed'
  /** The note that a draft is an edit of. */
  replaces: string | null
}

export type NoteStore = SyncedStore<LocalNote, object, StoredNotes>
export type NoteError = Extract<ErrorCode, `note${string}`>

/** Notes without drafts and removed ones, by their second. */
export function writtenNotes(records: ReadonlyMap<string, LocalNote>): LocalNote[] {
  return [...records.values()].filter(({ state }) => state === 'waiting' || state === 'kept').sort(byMoment)
}

/** @returns null once it is on this disk or saved with the portal, else an error; then it is a draft again. */
export async function saveNote(store: NoteStore, draft: LocalNote): Promise<NoteError | null> {
  const replaced = draft.replaces === null ? undefined : store.records.get(draft.replaces)
  if (!replaced && writtenNotes(store.records).length >= NOTES_MAX) return 'notes_full'
  // A new id for each try: an earlier one may have arrived, and notes are immutable.
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
 * How notes are sent and merged. They are immutable and removals are final, so merging is a union and order doesn't matter.
 * `save_notes` in the database has the same rule.
 */
export const noteRules: Rules<LocalNote, object, StoredNotes> = {
  keyOf: ({ id }) => id,
  isUnsent: ({ state }) => state === 'waiting' || state === 'removed',
  /** An edit's new text is sent before the note that it replaces is removed, or with it. */
  batches(unsent) {
    const written = chunks(unsent.filter(isWaiting), NOTES_AT_ONCE)
    const [removed = [], ...more] = chunks(unsent.filter(isRemoved), REMOVALS_AT_ONCE)
    const last = [...(written.pop() ?? []), ...removed]
    return [...written, ...(last.length > 0 ? [last] : []), ...more]
  },
  saved(batch, answer, records) {
    if (['CONFLICT', 'BAD_REQUEST'].includes(answer?.error?.code ?? '')) return 'refused'
    if (!answer || answer.error) return 'retry'
    const unchanged = batch.filter((note) => records.get(note.id) === note)
    return new Map(unchanged.map((note) => [note.id, isRemoved(note) ? null : { ...note, state: 'kept' }]))
  },
  merge(records, { notes, removed }) {
    const there = new Set(notes.map(({ id }) => id))
    const changes = new Map<string, LocalNote | null>()
    for (const note of records.values()) {
      if (note.state === 'waiting' && there.has(note.id)) changes.set(note.id, { ...note, state: 'kept' })
      // The portal was restored from an older backup.
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

export function toForm(batch: readonly LocalNote[]): NotesForm {
  return {
    written: batch.filter(isWaiting).map(({ id, video, title, fragment, seconds, text, writtenAt }) => {
      const writtenMsAgo = Math.min(OLDEST_PROGRESS_MS, Math.max(0, Math.round(Date.now() - writtenAt)))
      return { id, video, title, fragment, seconds, text, writtenMsAgo }
    }),
    removed: batch.filter(isRemoved).map(({ id }) => id),
  }
}

/** The tombstone of a note until it is removed from the portal. */
function removedNote(note: LocalNote): LocalNote {
  return { ...note, text: '', state: 'removed', replaces: null }
}

const isWaiting = ({ state }: LocalNote) => state === 'waiting'
const isRemoved = ({ state }: LocalNote) => state === 'removed'

/** By the video's second, then by age. */
export function byMoment(a: LocalNote, b: LocalNote): number {
  return a.seconds - b.seconds || a.writtenAt - b.writtenAt || (a.id < b.id ? -1 : 1)
}
