import { OLDEST_PROGRESS_MS } from '#src/shared/playlist/limits.ts'
import type { Note, StoredNotes } from '#src/shared/notes/note.ts'
import type { LocalNote } from './local.ts'

/** What is to be written in this browser, and what it forgets. */
export interface Changes {
  put: LocalNote[]
  forget: string[]
}

/**
 * What this browser learns from the portal. Notes never change and removals are for good, so the two add up: in whatever
 * order devices meet, all end up with the same. `keep_notes` in the database goes by the same rule.
 */
export function merged(
  local: ReadonlyMap<string, LocalNote>,
  { notes, removed }: StoredNotes,
  now: number,
): Changes {
  const gone = new Set(removed)
  const there = new Map(notes.map((note) => [note.id, note]))
  const changes: Changes = { put: [], forget: [] }
  for (const note of local.values()) {
    if (note.state === 'draft') continue
    if (gone.has(note.id)) changes.forget.push(note.id)
    else if (note.state === 'waiting' && there.has(note.id)) changes.put.push({ ...note, state: 'kept' })
    // The portal forgot what it had: it was set back to an older copy.
    else if (note.state === 'kept' && !there.has(note.id)) changes.put.push({ ...note, state: 'waiting' })
  }
  for (const note of notes) if (!local.has(note.id)) changes.put.push(fromPortal(note, now))
  return changes
}

/**
 * Saving a draft: a new note, and the one that it was an edit of is gone.
 *
 * @param id the new note's: one that was tried before may have arrived, and notes never change.
 */
export function savedDraft(draft: LocalNote, local: ReadonlyMap<string, LocalNote>, id: string): Changes {
  const before = draft.replaces === null ? undefined : local.get(draft.replaces)
  const note: LocalNote = { ...draft, id, state: 'waiting', replaces: null }
  // Undoing a removal begins with the note that is gone.
  const isStored = local.get(draft.id)?.state === 'draft'
  return { put: before ? [note, withoutWords(before)] : [note], forget: isStored ? [draft.id] : [] }
}

/** What stays of a removed note until the portal has heard of it. */
export function withoutWords(note: LocalNote): LocalNote {
  return { ...note, text: '', state: 'removed', replaces: null }
}

export function toPortal(note: LocalNote, now: number): Note {
  const writtenMsAgo = Math.min(OLDEST_PROGRESS_MS, Math.max(0, Math.round(now - note.writtenAt)))
  const { id, video, title, fragment, seconds, text } = note
  return { id, video, title, fragment, seconds, text, writtenMsAgo }
}

function fromPortal({ writtenMsAgo, ...note }: Note, now: number): LocalNote {
  return { ...note, writtenAt: now - writtenMsAgo, state: 'kept', replaces: null }
}
