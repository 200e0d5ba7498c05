import { errorText } from '#src/shared/errors.ts'
import type { Note } from '#src/shared/notes/note.ts'
import { clockTime } from '#src/shared/playlist/times.ts'
import type { NotRemoved } from './useNotes.ts'

/** What the panel shows, and what the member did last in it. */
export type NotesPanel =
  | { step: 'closed' | 'reading' | 'all' }
  | { step: 'writing' | 'saving' | 'saved' | 'removing' | 'removed'; note: Note }
  | { step: 'not-removed'; note: Note; why: NotRemoved }

/** What became of a removal. */
export function Outcome({ panel, undo }: { panel: NotesPanel; undo: (note: Note) => void }) {
  if (panel.step === 'not-removed') {
    return (
      <p className="text-sm text-ember" role="alert">
        {errorText[panel.why]}
      </p>
    )
  }
  if (panel.step !== 'removed') return null
  return (
    <p className="flex flex-wrap items-center gap-2 text-sm text-ink-soft" role="status">
      <span>{`Note at ${clockTime(panel.note.seconds)} removed.`}</span>
      <button ref={focus} type="button" className="action max-lg:min-h-11" onClick={() => undo(panel.note)}>
        Undo
      </button>
    </p>
  )
}

/** The 'Remove' button is gone with its note. */
const focus = (button: HTMLButtonElement | null) => button?.focus()

export function NoNotes({ state, retry }: { state: 'pending' | 'error' | 'success'; retry: () => void }) {
  if (state === 'pending') return <p className="text-sm text-ink-soft">Loading…</p>
  if (state === 'success') {
    return (
      <p className="text-sm text-ink-soft">
        Only you can see your notes.
        <span className="max-lg:hidden"> Press N while watching to add one at that moment.</span>
      </p>
    )
  }
  return (
    <p className="flex flex-wrap items-center gap-2 text-sm text-ink-soft" role="alert">
      <span>{errorText.notes_unread}</span>
      <button type="button" className="action max-lg:min-h-11" onClick={retry}>
        Try again
      </button>
    </p>
  )
}
