import * as icons from '#src/shared/icons.ts'
import { useState, type KeyboardEvent } from 'react'
import { errorText } from '#src/shared/errors.ts'
import { codePoints } from '#src/shared/limits.ts'
import { NOTE_MAX_CODE_POINTS } from '#src/shared/notes/limits.ts'
import { clockTime, spokenTime } from '#src/shared/playlist/times.ts'
import { Icon } from '../ui/Icon.tsx'
import { discardDraft, keepDraft, saveNote, type LocalNote, type NoteError } from './notes.ts'
import { openNotes } from './open-notes.ts'

/** A place to write. What is typed is a draft in this browser from the first letter on; what is refused stays there. */
export function Composer({ draft, done }: ComposerProps) {
  const [text, setText] = useState(draft.text)
  const [error, setError] = useState<NoteError | null>(null)
  const [isBusy, setBusy] = useState(false)
  const isBlank = text.trim() === ''
  const length = codePoints(text)
  const id = idOf(draft)

  const type = (typed: string) => {
    setText(typed)
    setError(null)
    void keepDraft(openNotes(), { ...draft, text: typed })
  }
  const save = async () => {
    if (isBusy || isBlank) return
    setBusy(true)
    const note = { ...draft, text: cleaned(text) }
    const refused = length > NOTE_MAX_CODE_POINTS ? 'note_too_long' : await saveNote(openNotes(), note)
    setBusy(false)
    setError(refused)
    if (!refused) done(draft)
  }
  const cancel = () => {
    void discardDraft(openNotes(), draft.id)
    done(null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const saves = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
    // Escape throws nothing away.
    if (!saves && !(event.key === 'Escape' && isBlank)) return
    event.preventDefault()
    event.stopPropagation()
    if (saves) void save()
    else cancel()
  }
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <label htmlFor={id} className="text-sm font-medium">
        <span aria-hidden="true">{`Note at ${clockTime(draft.seconds)}`}</span>
        <span className="sr-only">{`Note at ${spokenTime(draft.seconds)}`}</span>
      </label>
      <textarea
        id={id}
        rows={2}
        // Below a player that stays in sight, and above the buttons.
        className="field field-sizing-content max-h-80 min-h-16 scroll-mt-76 scroll-mb-20 py-2 lg:scroll-mt-112"
        value={text}
        readOnly={isBusy}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-about`}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <p
        id={`${id}-about`}
        className={`flex gap-1.5 text-sm empty:hidden ${error ? 'text-ember' : 'text-ink-soft'}`}
      >
        {error && <Icon drawing={icons.circleAlert} className="mt-px size-4 shrink-0" />}
        {error && <span role="alert">{errorText[error]}</span>}
        {length > COUNTED_FROM && (
          <span className="ml-auto shrink-0 tabular-nums">{`${length.toLocaleString('en-US')} of 2,000`}</span>
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        <button type="submit" className="button-primary" disabled={isBlank}>
          {isBusy ? 'Saving…' : 'Save note'}
        </button>
        <button type="button" className="button-quiet" onClick={cancel}>
          Cancel
        </button>
      </div>
    </form>
  )
}

/** Goes on with a draft where it is written. */
export function focusOn(draft: LocalNote): void {
  const place = document.getElementById(idOf(draft))
  if (!(place instanceof HTMLTextAreaElement)) return
  place.focus()
  place.setSelectionRange(place.value.length, place.value.length)
}

function idOf({ id }: LocalNote): string {
  return `note-${id}`
}

/** What the database can hold, without blank lines around it. */
function cleaned(text: string): string {
  return text.toWellFormed().replaceAll('\0', '').trim()
}

/** The length is shown when there is little room left. */
const COUNTED_FROM = NOTE_MAX_CODE_POINTS - 200

interface ComposerProps {
  draft: LocalNote
  /** Called with the draft once it is saved, with null when it is given up. */
  done: (saved: LocalNote | null) => void
}
