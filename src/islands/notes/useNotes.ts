import { useQuery } from '@tanstack/react-query'
import { actions } from 'astro:actions'
import type { Note, NoteForm } from '#src/shared/notes/note.ts'
import { queries } from '../queries.ts'
import { isSessionOver } from '../session.ts'

const NOTES = { queryKey: ['notes'] }

/** The member's notes, which are read while the panel is open. */
export function useNotes(isOpen: boolean) {
  return useQuery({ ...NOTES, queryFn: () => actions.notes.read.orThrow(), enabled: isOpen }, queries)
}

/** Shows a saved note in place of what it replaces. */
export function showSaved({ replaces, ...note }: NoteForm): void {
  change((notes) => [...notes.filter(({ id }) => id !== note.id && id !== replaces), note].sort(bySecond))
}

/** @returns whether it is removed. */
export async function removeNote({ id }: Note): Promise<boolean> {
  if (isSessionOver()) return false
  const answer = await actions.notes.remove({ id }).catch(() => null)
  if (!answer || answer.error) return false
  change((notes) => notes.filter((note) => note.id !== id))
  return true
}

/** Shows the change at once, and reads the notes again: an earlier request may not have it. */
function change(made: (notes: Note[]) => Note[]): void {
  queries.setQueryData<Note[]>(NOTES.queryKey, (notes) => notes && made(notes))
  void queries.invalidateQueries(NOTES)
}

const bySecond = (a: Note, b: Note) => a.seconds - b.seconds
