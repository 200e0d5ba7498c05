import * as icons from '#src/shared/icons.ts'
import { useState, type KeyboardEvent } from 'react'
import { errorText } from '#src/shared/errors.ts'
import { codePoints, NOTE_MAX_CODE_POINTS } from '#src/shared/field-limits.ts'
import { clockTime, spokenTime } from '#src/shared/playlist/times.ts'
import { Icon } from '../ui/Icon.tsx'
import { saveNote, type LocalNote, type NoteError } from '../stores/notes.ts'
import { openNotes } from '../stores/open-stores.ts'

/** A field for a note. The text is stored as a draft with each letter, and stays when it can't be saved. */
export function Composer({
  draft,
  done,
}: {
  draft: LocalNote
  /** Called with the saved draft, or null when it is cancelled. */
  done: (saved: LocalNote | null) => void
}) {
  const [text, setText] = useState(draft.text)
  const [error, setError] = useState<NoteError | null>(null)
  const [isBusy, setBusy] = useState(false)
  const isBlank = text.trim() === ''
  const length = codePoints(text)
  const id = `note-${draft.id}`

  const type = (typed: string) => {
    setText(typed)
    setError(null)
    void openNotes().put(new Map([[draft.id, { ...draft, text: typed }]]))
  }
  const save = async () => {
    if (isBusy || isBlank) return
    setBusy(true)
    // The database accepts neither lone surrogates nor NUL.
    const note = { ...draft, text: text.toWellFormed().replaceAll('\0', '').trim() }
    const failed = length > NOTE_MAX_CODE_POINTS ? 'note_too_long' : await saveNote(openNotes(), note)
    setBusy(false)
    setError(failed)
    if (!failed) done(draft)
  }
  const cancel = () => {
    void openNotes().put(new Map([[draft.id, null]]))
    done(null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const saves = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
    // Escape cancels only an empty note.
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
        // Where the field doesn't grow with its text (Safari 26.1, Firefox 151), it grows with its lines.
        rows={Math.max(2, text.split('\n').length)}
        placeholder=" "
        // Scrolls below the sticky player and above the buttons.
        className="field field-sizing-content max-h-80 min-h-16 scroll-mt-76 scroll-mb-20 py-2 lg:scroll-mt-112"
        value={text}
        readOnly={isBusy}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-about`}
        onChange={(event) => type(event.target.value)}
        onAnimationStart={({ currentTarget: { value } }) => value !== text && type(value)}
        onKeyDown={onKeyDown}
      />
      <p
        id={`${id}-about`}
        className={`flex gap-1.5 text-sm empty:hidden ${error ? 'text-ember' : 'text-ink-soft'}`}
      >
        {error && <Icon drawing={icons.circleAlert} className="mt-px size-4 shrink-0" />}
        {error && <span role="alert">{errorText[error]}</span>}
        {length > COUNTED_FROM && (
          <span className="ml-auto shrink-0 figures">{`${length.toLocaleString('en-US')} of 2,000`}</span>
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

/** From here on the length is shown. */
const COUNTED_FROM = NOTE_MAX_CODE_POINTS - 200
