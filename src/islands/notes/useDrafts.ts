import { useEffect, useEffectEvent, useState } from 'react'
import type { ErrorCode } from '#src/shared/errors.ts'
import type { NoteForm } from '#src/shared/notes/note.ts'
import { readAllStored, readStored, writeStored } from '#src/lib/storage.ts'
import { requireViewer } from '#src/lib/viewer.ts'
import { problemOfSave, useSaveNote } from './useNotes.ts'

export interface Draft {
  note: NoteForm
  /** Whether the member has pressed 'Save': then it is sent until the portal has it. */
  isSubmitted: boolean
}

/** The member's drafts on all videos, stored in this browser from their first letter and shared by its tabs. */
export function useDrafts() {
  const [drafts, setDrafts] = useState<Readonly<Record<string, Draft | null>>>({})

  const setDraft = (id: string, draft: Draft | null) => setDrafts((all) => ({ ...all, [id]: draft }))
  const saveDraft = (draft: Draft) => {
    const { id, text } = draft.note
    setDraft(id, draft)
    writeStored(storageKey(id), text.trim() === '' ? null : draft)
  }
  const removeDraft = (id: string) => {
    setDraft(id, null)
    writeStored(storageKey(id), null)
  }

  useEffect(() => {
    const prefix = storageKey('')
    setDrafts(Object.fromEntries(readAllStored(prefix)) as Record<string, Draft>)
    const onStorage = ({ key }: StorageEvent) => {
      if (key?.startsWith(prefix)) setDraft(key.slice(prefix.length), readStored(key) as Draft | null)
    }
    addEventListener('storage', onStorage)
    return () => removeEventListener('storage', onStorage)
  }, [])

  return { drafts: Object.values(drafts).filter((draft) => draft !== null), saveDraft, removeDraft }
}

const storageKey = (draftId: string) => `drafts/${requireViewer().id}/${draftId}`

/** Sends a submitted draft at once, after a reload, and again while the portal can't be reached. */
export function useSubmit({ note, isSubmitted }: Draft, onSaved: () => void) {
  const save = useSaveNote((sent) => {
    // The draft may have changed in another tab.
    if (sent.text === note.text) onSaved()
  })
  const problem = isSubmitted && save.error ? problemOfSave(save.error) : null
  const willRetry = problem !== null && RETRIED_PROBLEMS.includes(problem)

  const sendUnlessRefused = useEffectEvent(() => {
    if (save.isIdle || willRetry) save.mutate(note)
  })
  useEffect(() => {
    if (!isSubmitted) return
    sendUnlessRefused()
    const timer = setInterval(() => sendUnlessRefused(), RETRY_EVERY_MS)
    const onOnline = () => sendUnlessRefused()
    addEventListener('online', onOnline)
    return () => {
      clearInterval(timer)
      removeEventListener('online', onOnline)
    }
  }, [isSubmitted])

  // Without storage, the draft is lost with this page.
  const isLostOnLeave = willRetry && readStored(storageKey(note.id)) === null
  return {
    problem: isLostOnLeave ? ('note_not_kept' as const) : problem,
    isSending: save.isPending,
    send: save.mutate,
  }
}

const RETRIED_PROBLEMS: ErrorCode[] = ['note_unsent', 'note_waiting', 'note_signed_out', 'page_outdated']

const RETRY_EVERY_MS = 30_000
