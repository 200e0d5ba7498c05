import { useMutation, useQuery } from '@tanstack/react-query'
import { actions, isActionError } from 'astro:actions'
import type { ErrorCode } from '#src/shared/errors.ts'
import { readFailure } from '#src/shared/failure.ts'
import type { Note, NoteForm } from '#src/shared/notes/note.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { isSessionOver } from '#src/lib/session.ts'

const notesQuery = { queryKey: ['notes'], queryFn: () => actions.notes.read.orThrow() }

export function useNotes() {
  return useQuery(notesQuery, queryClient)
}

export function useSaveNote(onSaved: (note: NoteForm) => void) {
  return useMutation(
    {
      mutationFn: (note: NoteForm) => unlessSignedOut(() => actions.notes.save.orThrow(note)),
      onSuccess: async (_, note) => {
        await queryClient.invalidateQueries(notesQuery)
        onSaved(note)
      },
    },
    queryClient,
  )
}

export function useRemoveNote() {
  return useMutation(
    {
      mutationFn: ({ id }: Note) => unlessSignedOut(() => actions.notes.remove.orThrow({ id })),
      onSuccess: () => queryClient.invalidateQueries(notesQuery),
    },
    queryClient,
  )
}

// Another member may have signed in, in another tab.
async function unlessSignedOut<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  if (isSessionOver()) throw new Error('The member of this page is signed out.')
  return await send()
}

export function problemOfSave(error: Error): ErrorCode {
  if (isSessionOver()) return 'note_signed_out'
  if (!isActionError(error)) return 'note_unsent'
  return problemsByCode[error.code] ?? readFailure(error.message)?.code ?? 'unexpected'
}

const problemsByCode: Partial<Record<string, ErrorCode>> = {
  UNAUTHORIZED: 'note_signed_out',
  TOO_MANY_REQUESTS: 'note_waiting',
  SERVICE_UNAVAILABLE: 'note_waiting',
}

export function problemOfRemoval(error: Error): ErrorCode {
  const isSignedOut = isSessionOver() || (isActionError(error) && error.code === 'UNAUTHORIZED')
  return isSignedOut ? 'not_signed_in' : 'note_not_removed'
}
