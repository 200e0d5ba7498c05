import * as icons from 'lucide'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { type ErrorCode, errorText } from '#src/shared/errors.ts'
import { codePoints, NOTE_MAX_CODE_POINTS } from '#src/shared/field-limits.ts'
import { clockTime, spokenTime } from '#src/shared/playlist/times.ts'
import { Icon } from '../../ui/Icon.tsx'
import type { Draft } from './useDrafts.ts'

/** Writes a new note, or changes one. */
export function Composer({ note: { id, text, seconds }, state, begun, type, save, cancel }: ComposerProps) {
  const field = useFocus(begun)
  const problem = state === 'writing' || state === 'saving' ? null : state
  const isSaving = state === 'saving'
  const isBlank = text.trim() === ''

  const saveText = () => {
    if (!isSaving && !isBlank) save()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const saves = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
    // Escape cancels only an empty note.
    if (!saves && !(event.key === 'Escape' && isBlank)) return
    event.preventDefault()
    event.stopPropagation()
    if (saves) saveText()
    else cancel()
  }
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        saveText()
      }}
    >
      <label htmlFor={`note-${id}`} className="text-sm font-medium">
        <span aria-hidden="true">{`Note at ${clockTime(seconds)}`}</span>
        <span className="sr-only">{`Note at ${spokenTime(seconds)}`}</span>
      </label>
      <textarea
        ref={field}
        id={`note-${id}`}
        // Where the field doesn't grow with its text (Safari 26.1, Firefox 151), it grows with its lines.
        rows={Math.max(2, text.split('\n').length)}
        // Scrolls below the sticky player and above the buttons.
        className="field field-sizing-content max-h-80 min-h-16 scroll-mt-76 scroll-mb-20 py-2 lg:scroll-mt-112"
        value={text}
        readOnly={isSaving}
        aria-invalid={problem ? true : undefined}
        aria-describedby={`note-${id}-about`}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <About id={`note-${id}-about`} problem={problem} length={codePoints(text)} />
      <div className="flex flex-wrap gap-2">
        <button type="submit" className="button-primary" disabled={isBlank}>
          {isSaving ? 'Saving…' : 'Save note'}
        </button>
        <button type="button" className="button-quiet" disabled={isSaving} onClick={cancel}>
          Cancel
        </button>
      </div>
    </form>
  )
}

/** What is wrong with a note, and its length once that matters. */
function About({ id, problem, length }: { id: string; problem: ErrorCode | null; length: number }) {
  return (
    <p id={id} className={`flex gap-1.5 text-sm empty:hidden ${problem ? 'text-danger' : 'text-ink-soft'}`}>
      {problem && <Icon drawing={icons.CircleAlert} className="mt-px size-4 shrink-0" />}
      {problem && <span role="alert">{errorText[problem]}</span>}
      {length > COUNTED_FROM && (
        <span className="ml-auto shrink-0 tabular-nums">{`${length.toLocaleString('en-US')} of 2,000`}</span>
      )}
    </p>
  )
}

/** The field, which takes the focus each time that the member begins to write in it. */
function useFocus(begun: object | null) {
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (!begun || !field.current) return
    field.current.focus()
    // With its buttons, for which the field has a scroll margin.
    field.current.scrollIntoView({ block: 'nearest' })
    field.current.setSelectionRange(field.current.value.length, field.current.value.length)
  }, [begun])
  return field
}

interface ComposerProps extends Draft {
  /** A new object each time that the member begins to write here; null otherwise. */
  begun: object | null
  type: (text: string) => void
  save: () => void
  cancel: () => void
}

/** From here on the length is shown. */
const COUNTED_FROM = NOTE_MAX_CODE_POINTS - 200
