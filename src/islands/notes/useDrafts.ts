import { useEffect, useEffectEvent, useState } from 'react'
import type { ErrorCode } from '#src/shared/errors.ts'
import type { NoteForm } from '#src/shared/notes/note.ts'
import { readAllStored, readStored, writeStored } from '#src/lib/storage.ts'
import { requireViewer } from '#src/lib/viewer.ts'
import { saveProblem, useSaveNote } from './useNotes.ts'

/** A note that the portal doesn't have yet. */
export interface Draft {
  note: NoteForm
  /** Whether the member has saved it: it is sent until the portal has it. */
  isSubmitted: boolean
}

/** The member's drafts on all videos, which this browser stores from their first letter. Its tabs show the same ones. */
export function useDrafts() {
  const [drafts, setDrafts] = useState<Readonly<Record<string, Draft | null>>>({})

  const set = (id: string, draft: Draft | null) => setDrafts((now) => ({ ...now, [id]: draft }))
  const put = (draft: Draft) => {
    const { id, text } = draft.note
    set(id, draft)
    writeStored(keyOf(id), text.trim() === '' ? null : draft)
  }
  const drop = (id: string) => {
    set(id, null)
    writeStored(keyOf(id), null)
  }

  useEffect(() => {
    const prefix = keyOf('')
    setDrafts(Object.fromEntries(readAllStored(prefix)) as Record<string, Draft>)
    const onStorage = ({ key }: StorageEvent) => {
      if (key?.startsWith(prefix)) set(key.slice(prefix.length), readStored(key) as Draft | null)
    }
    addEventListener('storage', onStorage)
    return () => removeEventListener('storage', onStorage)
  }, [])

  return { drafts: Object.values(drafts).filter((draft) => draft !== null), put, drop }
}

const keyOf = (id: string) => `drafts/${requireViewer().id}/${id}`

/** Sends a submitted draft: at once, after a reload, and again while the portal can't be reached. */
export function useSending({ note, isSubmitted }: Draft, onSaved: () => void) {
  const save = useSaveNote((sent) => {
    // Another tab may have gone on writing.
    if (sent.text === note.text) onSaved()
  })
  const problem = isSubmitted && save.error ? saveProblem(save.error) : null
  const isWaiting = problem !== null && SENT_AGAIN.includes(problem)

  const sendIfDue = useEffectEvent(() => {
    if (save.isIdle || isWaiting) save.mutate(note)
  })
  useEffect(() => {
    if (!isSubmitted) return
    sendIfDue()
    const timer = setInterval(() => sendIfDue(), SEND_AGAIN_EVERY_MS)
    const onOnline = () => sendIfDue()
    addEventListener('online', onOnline)
    return () => {
      clearInterval(timer)
      removeEventListener('online', onOnline)
    }
  }, [isSubmitted])

  // Without storage, this page alone has it.
  const isLostOnLeave = isWaiting && readStored(keyOf(note.id)) === null
  return {
    problem: isLostOnLeave ? ('note_not_kept' as const) : problem,
    isSending: save.isPending,
    send: save.mutate,
  }
}

/** The portal wasn't reached, had no time or has newer pages. */
const SENT_AGAIN: ErrorCode[] = ['note_unsent', 'note_waiting', 'note_signed_out', 'page_outdated']

const SEND_AGAIN_EVERY_MS = 30_000
