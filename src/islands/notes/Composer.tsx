import * as icons from '#src/shared/icons.ts'
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent, type SubmitEvent } from 'react'
import { errorText } from '#src/shared/errors.ts'
import { NOTE_MAX_CODE_POINTS, noteLength } from '#src/shared/notes/limits.ts'
import { clockTime, spokenTime } from '#src/shared/playlist/times.ts'
import { Icon } from '../ui/Icon.tsx'
import { discardDraft, keepDraft, saveNote, type LocalNote, type NoteError } from './notes.ts'
import { openNotes } from './open-notes.ts'

/** A place to write. What is typed is a draft in this browser from the first letter on, and refused it stays where it is. */
export function Composer({ draft, done }: ComposerProps) {
  const { text, ...typed } = useDraft(draft)
  const isBlank = text.trim() === ''
  const [refused, setRefused] = useState<{ text: string; error: NoteError } | null>(null)
  const error = refused?.text === text ? refused.error : null
  const [isBusy, setBusy] = useState(false)
  const length = noteLength(text)

  const save = async () => {
    if (isBusy || isBlank) return
    setBusy(true)
    const wrong = length > NOTE_MAX_CODE_POINTS ? 'note_too_long' : await typed.save()
    setBusy(false)
    setRefused(wrong && { text, error: wrong })
    if (!wrong) done(draft)
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    void save()
  }
  const cancel = () => {
    done(null)
    return typed.giveUp()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const act = { save, cancel, none: null }[actOf(event, isBlank)]
    if (!act) return
    event.preventDefault()
    event.stopPropagation()
    void act()
  }
  const id = idOf(draft)
  const isAbout = error !== null || length > COUNTED_FROM
  return (
    <form className="grid gap-2" onSubmit={submit}>
      <Label id={id} seconds={draft.seconds} />
      <textarea
        id={id}
        rows={2}
        // Below a player that stays in sight, and above the buttons.
        className="field field-sizing-content max-h-80 min-h-16 scroll-mt-76 scroll-mb-20 py-2 lg:scroll-mt-112"
        value={text}
        readOnly={isBusy}
        aria-invalid={error ? true : undefined}
        aria-describedby={isAbout ? `${id}-about` : undefined}
        onChange={(event) => typed.type(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {isAbout && <About id={`${id}-about`} error={error} length={length} />}
      <div className="flex flex-wrap gap-2">
        <button type="submit" className="button-primary" disabled={isBlank}>
          {isBusy ? 'Saving…' : 'Save note'}
        </button>
        <button type="button" className="button-quiet" onClick={() => void cancel()}>
          Cancel
        </button>
      </div>
    </form>
  )
}

function Label({ id, seconds }: { id: string; seconds: number }) {
  return (
    <label htmlFor={id} className="text-sm font-medium">
      <span aria-hidden="true">{`Note at ${clockTime(seconds)}`}</span>
      <span className="sr-only">{`Note at ${spokenTime(seconds)}`}</span>
    </label>
  )
}

/** Why it was refused, and how long it is once that matters. */
function About({ id, error, length }: { id: string; error: NoteError | null; length: number }) {
  return (
    <p id={id} className={`flex gap-1.5 text-sm ${error ? 'text-ember' : 'text-ink-soft'}`}>
      {error && <Icon drawing={icons.circleAlert} className="mt-px size-4 shrink-0" />}
      {error && <span role="alert">{errorText[error]}</span>}
      {length > COUNTED_FROM && (
        <span className="ml-auto shrink-0 tabular-nums">{`${length.toLocaleString('en-US')} of 2,000`}</span>
      )}
    </p>
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

interface ComposerProps {
  draft: LocalNote
  /** It is saved, or given up: null. */
  done: (saved: LocalNote | null) => void
}

/** Shortly before there is no more room. */
const COUNTED_FROM = NOTE_MAX_CODE_POINTS - 200

const KEPT_AFTER_MS = 300

/** What was typed is kept a moment later, and at once when the place to write goes away. */
function useDraft(draft: LocalNote) {
  const [text, setText] = useState(draft.text)
  /** What is not kept yet. */
  const typed = useRef<string | null>(null)
  const keep = useEffectEvent(() => {
    if (typed.current !== null) void keepDraft(openNotes(), { ...draft, text: typed.current })
    typed.current = null
  })
  useEffect(() => {
    const timer = setTimeout(() => keep(), KEPT_AFTER_MS)
    return () => clearTimeout(timer)
  }, [text])
  useEffect(() => {
    const keepNow = () => keep()
    addEventListener('pagehide', keepNow)
    return () => {
      removeEventListener('pagehide', keepNow)
      keepNow()
    }
  }, [])

  return {
    text,
    type(next: string) {
      typed.current = next
      setText(next)
    },
    async save(): Promise<NoteError | null> {
      typed.current = null
      const error = await saveNote(openNotes(), { ...draft, text: cleaned(text) })
      if (error) await keepDraft(openNotes(), { ...draft, text })
      return error
    },
    giveUp(): Promise<void> {
      typed.current = null
      return discardDraft(openNotes(), draft.id)
    },
  }
}

/** What the database can hold, without blank lines around it. */
function cleaned(text: string): string {
  return text.toWellFormed().replaceAll('\0', '').trim()
}

/** Escape is pressed to get away, and throws nothing away. */
function actOf({ key, ctrlKey, metaKey }: KeyboardEvent, isBlank: boolean): 'save' | 'cancel' | 'none' {
  if (key === 'Enter' && (ctrlKey || metaKey)) return 'save'
  return key === 'Escape' && isBlank ? 'cancel' : 'none'
}
