import * as icons from 'lucide'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import type { ErrorCode } from '#src/shared/errors.ts'
import { codePoints, NOTE_MAX_CODE_POINTS } from '#src/shared/field-limits.ts'
import { ClockTime } from '#src/ui/ClockTime.tsx'
import { ErrorText } from '#src/ui/Alert.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { useSubmit, type Draft } from './useDrafts.ts'

// A hidden form still sends its draft, if that was submitted.
export function DraftForm({ draft, isHidden, focusRequest, onChange, onSaved, onEnd }: DraftFormProps) {
  const { id, seconds, text } = draft.note
  const submission = useSubmit(draft, onSaved)
  const field = useFocusAtEnd(focusRequest)
  const isBlank = text.trim() === ''
  const isTooLong = codePoints(text) > NOTE_MAX_CODE_POINTS
  const problem = isTooLong ? 'note_too_long' : submission.problem

  const submit = () => {
    if (submission.isSending || isBlank || isTooLong) return
    // The database accepts neither lone surrogates nor NUL.
    const note = { ...draft.note, text: text.toWellFormed().replaceAll('\0', '').trim() }
    onChange({ note, isSubmitted: true })
    submission.send(note)
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
        readOnly={submission.isSending}
        aria-invalid={problem ? true : undefined}
        aria-describedby={`note-${id}-about`}
        onChange={({ target }) =>
          onChange({ note: { ...draft.note, text: target.value }, isSubmitted: false })
        }
        onKeyDown={onKeyDown}
      />
      <ProblemAndLength id={`note-${id}-about`} problem={problem} length={codePoints(text)} />
      <div className="flex flex-wrap gap-2">
        <button type="submit" className="button-primary" disabled={isBlank}>
          {submission.isSending ? 'Saving…' : 'Save note'}
        </button>
        <button type="button" className="button-quiet" disabled={submission.isSending} onClick={cancel}>
          Cancel
        </button>
      </div>
    </form>
  )
}

function ProblemAndLength({
  id,
  problem,
  length,
}: {
  id: string
  problem: ErrorCode | null
  length: number
}) {
  return (
    <p id={id} className={`flex gap-1.5 text-sm empty:hidden ${problem ? 'text-danger' : 'text-ink-soft'}`}>
      {problem && <Icon icon={icons.CircleAlert} className="mt-px size-4 shrink-0" />}
      {problem && (
        <span role="alert">
          <ErrorText code={problem} />
        </span>
      )}
      {length > LENGTH_SHOWN_FROM && (
        <span className="ml-auto shrink-0 tabular-nums">{`${length.toLocaleString('en-US')} of 2,000`}</span>
      )}
    </p>
  )
}

function useFocusAtEnd(focusRequest: object | null) {
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (!focusRequest || !field.current) return
    field.current.focus()
    // The field's scroll margin keeps its buttons in view.
    field.current.scrollIntoView({ block: 'nearest' })
    field.current.setSelectionRange(field.current.value.length, field.current.value.length)
  }, [focusRequest])
  return field
}

interface DraftFormProps {
  draft: Draft
  isHidden: boolean
  focusRequest: object | null
  /** null cancels the draft. */
  onChange: (draft: Draft | null) => void
  onSaved: () => void
  onEnd: () => void
}

const LENGTH_SHOWN_FROM = NOTE_MAX_CODE_POINTS - 200
