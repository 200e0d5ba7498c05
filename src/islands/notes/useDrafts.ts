import { actions } from 'astro:actions'
import { useEffect, useEffectEvent, useState } from 'react'
import type { ErrorCode } from '#src/shared/errors.ts'
import { readFailure } from '#src/shared/failure.ts'
import type { NoteForm } from '#src/shared/notes/note.ts'
import { requireViewer } from '../../lib/viewer.ts'
import { isSessionOver } from '../../lib/session.ts'
import { readAllStored, readStored, writeStored } from '../../lib/storage.ts'

/** A note that the portal doesn't have yet. This browser has it from its first letter. */
export interface Draft {
  note: NoteForm
  /** Or why it isn't saved. */
  state: 'writing' | 'saving' | ErrorCode
}

/** The portal wasn't reached, had no time or has newer pages, so the draft is sent again. */
const WAITING = [
  'page_outdated',
  'note_unsent',
  'note_waiting',
  'note_signed_out',
  'note_not_kept',
] as const satisfies ErrorCode[]
type Waiting = (typeof WAITING)[number]

const RETRY_AFTER_MS = 30_000

/**
 * The member's drafts on all videos, as all tabs of this browser have them. Those that couldn't be sent are sent again after
 * 30 s, when the network is back and at the next visit, under the same id.
 *
 * @param onSaved shows the note before its draft is gone.
 */
export function useDrafts(onSaved: (note: NoteForm) => Promise<void>) {
  const [drafts, setDrafts] = useState<Readonly<Record<string, Draft | null>>>({})

  const show = (id: string, draft: Draft | null) => setDrafts((now) => ({ ...now, [id]: draft }))
  const shown = Object.values(drafts).filter((draft) => draft !== null)

  /** @returns whether this browser stored it. */
  const change = (id: string, draft: Draft | null): boolean => {
    show(id, draft)
    return writeStored(keyOf(id), draft?.note.text.trim() ? draft : null)
  }
  const put = (draft: Draft) => change(draft.note.id, draft)
  const drop = (id: string) => change(id, null)

  const send = async (note: NoteForm) => {
    const isStored = put({ note, state: 'saving' })
    const problem = await save(note)
    if (problem) {
      put({ note, state: isWaiting(problem) && !isStored ? 'note_not_kept' : problem })
    } else {
      await onSaved(note)
      drop(note.id)
    }
  }

  const begin = useEffectEvent(() => {
    for (const [id, draft] of readAllStored(keyOf('')) as Map<string, Draft>) {
      show(id, draft)
      // The page may have been left during a save.
      if (draft.state === 'saving' || isWaiting(draft.state)) void send(draft.note)
    }
  })
  const resend = useEffectEvent(() => {
    for (const { note, state } of shown) if (isWaiting(state)) void send(note)
  })
  useEffect(() => {
    begin()
    const follow = ({ key }: StorageEvent) => {
      if (key?.startsWith(keyOf(''))) show(key.slice(keyOf('').length), readStored(key) as Draft | null)
    }
    const stop = new AbortController()
    addEventListener('storage', follow, stop)
    addEventListener('online', () => resend(), stop)
    const timer = setInterval(() => resend(), RETRY_AFTER_MS)
    return () => {
      stop.abort()
      clearInterval(timer)
    }
  }, [])

  return { drafts: shown, put, drop, send }
}

const keyOf = (id: string) => `drafts/${requireViewer().id}/${id}`

const isWaiting = (state: Draft['state']): state is Waiting => WAITING.some((code) => code === state)

/** @returns null once the portal has the note. */
async function save(note: NoteForm): Promise<ErrorCode | null> {
  // Another member may be signed in by now.
  if (isSessionOver()) return 'note_signed_out'
  const answer = await actions.notes.save(note).catch(() => null)
  if (!answer) return 'note_unsent'
  if (!answer.error) return null
  return problems[answer.error.code] ?? readFailure(answer.error.message)?.code ?? 'unexpected'
}

const problems: Partial<Record<string, ErrorCode>> = {
  CONFLICT: 'notes_full',
  UNAUTHORIZED: 'note_signed_out',
  TOO_MANY_REQUESTS: 'note_waiting',
  SERVICE_UNAVAILABLE: 'note_waiting',
}
