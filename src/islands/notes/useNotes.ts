import { useQuery } from '@tanstack/react-query'
import { actions } from 'astro:actions'
import type { ErrorCode } from '#src/shared/errors.ts'
import type { Note } from '#src/shared/notes/note.ts'
import { queryClient } from '../../lib/query-client.ts'
import { isSessionOver } from '../../lib/session.ts'

const NOTES = { queryKey: ['notes'] }

/** The member's notes on all videos. */
export function useNotes() {
  return useQuery({ ...NOTES, queryFn: () => actions.notes.read.orThrow() }, queryClient)
}

/** Reads the notes again, after a change. */
export const refreshNotes = () => queryClient.invalidateQueries(NOTES)

/** @returns why it isn't removed; null once it is. */
export async function requestRemoval({ id }: Note): Promise<NotRemoved | null> {
  if (isSessionOver()) return 'not_signed_in'
  const answer = await actions.notes.remove({ id }).catch(() => null)
  if (answer?.error?.code === 'UNAUTHORIZED') return 'not_signed_in'
  if (!answer || answer.error) return 'note_not_removed'
  await refreshNotes()
  return null
}

export type NotRemoved = Extract<ErrorCode, 'not_signed_in' | 'note_not_removed'>
