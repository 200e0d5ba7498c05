import * as icons from '#src/shared/icons.ts'
import { useEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react'
import { errorText } from '#src/shared/errors.ts'
import { pathOf } from '#src/shared/notes/markdown.ts'
import { clockTime, spokenTime } from '#src/shared/playlist/times.ts'
import { Icon } from '../ui/Icon.tsx'
import { removeNote, saveNote, type LocalNote } from './notes.ts'
import { openNotes } from './open-notes.ts'

/** The notes of a video by their moment, to be followed, edited and removed; a removal can be undone until the next. */
export function NoteRows({ shown, refused, go, edit, inPlaceOf }: RowsProps) {
  const [removed, setRemoved] = useState<LocalNote | null>(null)
  const undo = useRef<HTMLButtonElement>(null)
  useEffect(() => undo.current?.focus(), [removed])

  return (
    <>
      {shown.length > 0 && (
        <ul className="grid gap-1">
          {shown.map((note) => (
            <li key={note.id}>
              {inPlaceOf(note) ?? (
                <div className="flex items-start gap-1">
                  <NoteText note={note} go={go} />
                  <IconButton drawing={icons.pencil} name="Edit" note={note} press={() => edit(note)} />
                  <IconButton
                    drawing={icons.trash2}
                    name="Remove"
                    note={note}
                    press={() => {
                      setRemoved(note)
                      void removeNote(openNotes(), note)
                    }}
                  />
                </div>
              )}
              {refused.has(note.id) && <p className="text-sm text-ember">{errorText.notes_full}</p>}
            </li>
          ))}
        </ul>
      )}
      {removed && (
        <p className="flex flex-wrap items-center gap-2 text-sm text-ink-soft" role="status">
          {`Note at ${clockTime(removed.seconds)} removed.`}
          <button
            ref={undo}
            type="button"
            className="action max-lg:min-h-11"
            onClick={() => {
              // A removal is final, so the same words become another note.
              void saveNote(openNotes(), { ...removed, replaces: null })
              setRemoved(null)
            }}
          >
            Undo
          </button>
        </p>
      )}
    </>
  )
}

/** Its moment, which is a link to it, and its words. */
export function NoteText({ note, go }: { note: LocalNote; go: Go }) {
  return (
    <p className="flex min-w-0 flex-1 gap-3 py-2 text-sm leading-6">
      <a href={pathOf(note)} className="shrink-0 text-link tabular-nums" onClick={(event) => go(event, note)}>
        <span aria-hidden="true">{clockTime(note.seconds)}</span>
        <span className="sr-only">{spokenTime(note.seconds)}</span>
      </a>
      <span className="min-w-0 wrap-anywhere whitespace-pre-wrap">{note.text}</span>
    </p>
  )
}

function IconButton({ drawing, name, note, press }: ButtonProps) {
  return (
    <button type="button" className="icon-button max-lg:size-11" onClick={press}>
      <Icon drawing={drawing} className="size-4" />
      <span className="sr-only">{`${name} the note at ${spokenTime(note.seconds)}`}</span>
    </button>
  )
}

interface ButtonProps {
  drawing: string
  name: string
  note: LocalNote
  press: () => void
}

/** Follows a note to its moment. */
export type Go = (event: MouseEvent, note: LocalNote) => void

interface RowsProps {
  go: Go
  shown: readonly LocalNote[]
  /** Those that the portal has no room for. */
  refused: ReadonlySet<string>
  edit: (note: LocalNote) => void
  /** Where a note is being edited. */
  inPlaceOf: (note: LocalNote) => ReactNode
}
