import * as icons from 'lucide'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { type ErrorCode, errorText } from '#src/shared/errors.ts'
import { codePoints, NOTE_MAX_CODE_POINTS } from '#src/shared/field-limits.ts'
import { ClockTime } from '#src/ui/ClockTime.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { useSending, type Draft } from './useDrafts.ts'

/** Writes a note and sends it. Hidden for another video's draft, which is sent as well. */
export function DraftForm({ draft, isHidden, focus, onChange, onSaved, onEnd }: Props) {
  const { id, seconds, text } = draft.note
  const sending = useSending(draft, onSaved)
  const field = useFocus(focus)
  const isBlank = text.trim() === ''
  const isTooLong = codePoints(text) > NOTE_MAX_CODE_POINTS
  const problem = isTooLong ? 'note_too_long' : sending.problem

  const submit = () => {
    if (sending.isSending || isBlank || isTooLong) return
    // The database accepts neither lone surrogates nor NUL.
    const note = { ...draft.note, text: text.toWellFormed().replaceAll('\0', '').trim() }
    onChange({ note, isSubmitted: true })
    sending.send(note)
    onEnd()
  }
  const cancel = () => {
    onChange(null)
    onEnd()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit()
    else if (event.key === 'Escape' && isBlank) cancel()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <form hidden={isHidden} className="grid gap-2" action={submit}>
      <label htmlFor={`note-${id}`} className="text-sm font-medium">
        Note at <ClockTime seconds={seconds} />
      </label>
      <textarea
        ref={field}
        id={`note-${id}`}
        // Where the field doesn't grow with its text (Safari 26.1, Firefox 151), it grows with its lines.
        rows={Math.max(2, text.split('\n').length)}
        // Scrolls below the sticky player and above the buttons.
        className="field field-sizing-content max-h-80 min-h-16 scroll-mt-76 scroll-mb-20 py-2 lg:scroll-mt-112"
        value={text}
        readOnly={sending.isSending}
        aria-invalid={problem ? true : undefined}
        aria-describedby={`note-${id}-about`}
        onChange={({ target }) =>
          onChange({ note: { ...draft.note, text: target.value }, isSubmitted: false })
        }
        onKeyDown={onKeyDown}
      />
      <About id={`note-${id}-about`} problem={problem} length={codePoints(text)} />
      <div className="flex flex-wrap gap-2">
        <button type="submit" className="button-primary" disabled={isBlank}>
          {sending.isSending ? 'Saving…' : 'Save note'}
        </button>
        <button type="button" className="button-quiet" disabled={sending.isSending} onClick={cancel}>
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
      {problem && <Icon icon={icons.CircleAlert} className="mt-px size-4 shrink-0" />}
      {problem && <span role="alert">{errorText[problem]}</span>}
      {length > COUNTED_FROM && (
        <span className="ml-auto shrink-0 tabular-nums">{`${length.toLocaleString('en-US')} of 2,000`}</span>
      )}
    </p>
  )
}

/** Puts the cursor at the end of the field's text, for each new object. */
function useFocus(focus: object | null) {
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (!focus || !field.current) return
    field.current.focus()
    // With its buttons, for which the field has a scroll margin.
    field.current.scrollIntoView({ block: 'nearest' })
    field.current.setSelectionRange(field.current.value.length, field.current.value.length)
  }, [focus])
  return field
}

interface Props {
  draft: Draft
  isHidden: boolean
  /** A new object each time that the member begins to write here. */
  focus: object | null
  /** null cancels it. */
  onChange: (draft: Draft | null) => void
  onSaved: () => void
  /** Called when the member has submitted or cancelled it. */
  onEnd: () => void
}

/** From here on the length is shown. */
const COUNTED_FROM = NOTE_MAX_CODE_POINTS - 200
