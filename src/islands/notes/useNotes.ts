import { useQuery } from '@tanstack/react-query'
import { actions } from 'astro:actions'
import type { Note } from '#src/shared/notes/note.ts'
import { queries } from '../queries.ts'
import { isSessionOver } from '../session.ts'

const NOTES = { queryKey: ['notes'] }

/** The member's notes on all videos. */
export function useNotes(isRead: boolean) {
  return useQuery({ ...NOTES, queryFn: () => actions.notes.read.orThrow(), enabled: isRead }, queries)
}

/** Reads the notes again, after a change. */
export const refreshNotes = () => queries.invalidateQueries(NOTES)

/** @returns whether it is removed. */
export async function removeNote({ id }: Note): Promise<boolean> {
  if (isSessionOver()) return false
  const answer = await actions.notes.remove({ id }).catch(() => null)
  if (!answer || answer.error) return false
  await refreshNotes()
  return true
}
