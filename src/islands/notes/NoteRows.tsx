import * as icons from '#src/shared/icons.ts'
import { useState, type MouseEvent, type ReactNode } from 'react'
import { errorText } from '#src/shared/errors.ts'
import { byVideo, notesAsMarkdown, pathOf } from '#src/shared/notes/words.ts'
import { clockTime, spokenTime } from '#src/shared/playlist/times.ts'
import { Icon } from '../ui/Icon.tsx'
import { removeNote, saveNote, type LocalNote } from './notes.ts'
import { openNotes } from './open-notes.ts'

/** The notes of a video by their moment, to be followed, edited and removed; a removal can be undone until the next. */
export function NoteRows({ shown, refused, go, edit, inPlaceOf }: RowsProps) {
  const [removed, setRemoved] = useState<LocalNote | null>(null)
  const remove = (note: LocalNote) => {
    setRemoved(note)
    void removeNote(openNotes(), note)
  }
  const undo = (note: LocalNote) => {
    // A removal is final, so the same words become another note.
    void saveNote(openNotes(), { ...note, replaces: null })
    setRemoved(null)
  }
  return (
    <>
      <ul className="grid gap-1 empty:hidden">
        {shown.map((note) => (
          <li key={note.id}>
            {inPlaceOf(note) ?? (
              <div className="flex items-start gap-1">
                <NoteText note={note} go={go} />
                <IconButton drawing={icons.pencil} name={`Edit ${nameOf(note)}`} press={() => edit(note)} />
                <IconButton
                  drawing={icons.trash2}
                  name={`Remove ${nameOf(note)}`}
                  press={() => remove(note)}
                />
              </div>
            )}
            {refused.has(note.id) && <p className="text-sm text-ember">{errorText.notes_full}</p>}
          </li>
        ))}
      </ul>
      {removed && (
        <p className="flex flex-wrap items-center gap-2 text-sm text-ink-soft" role="status">
          {`Note at ${clockTime(removed.seconds)} removed.`}
          <button
            key={removed.id}
            ref={takeFocus}
            type="button"
            className="action max-lg:min-h-11"
            onClick={() => undo(removed)}
          >
            Undo
          </button>
        </p>
      )}
    </>
  )
}

/** Every note of the member by video, and as a file to take along. */
export function AllNotes({ notes, go }: { notes: readonly LocalNote[]; go: Go }) {
  return (
    <>
      <button
        type="button"
        className="action justify-self-start max-lg:min-h-11"
        onClick={() => download(notesAsMarkdown(notes, location.origin))}
      >
        <Icon drawing={icons.download} className="size-4" />
        Download as Markdown
      </button>
      <div className="max-h-104 overflow-y-auto overscroll-contain">
        {byVideo(notes).map((group) => (
          <section key={group[0]?.video}>
            <h3 className="pt-2 text-sm font-semibold">{group.at(-1)?.title}</h3>
            {group.map((note) => (
              <NoteText key={note.id} note={note} go={go} />
            ))}
          </section>
        ))}
      </div>
    </>
  )
}

/** Has the browser save a file of its own. */
function download(markdown: string): void {
  const href = URL.createObjectURL(new Blob([markdown], { type: 'text/markdown' }))
  Object.assign(document.createElement('a'), { href, download: 'my-notes.md' }).click()
  // Not at once: some browsers read it after the click is over.
  setTimeout(() => URL.revokeObjectURL(href), 60_000)
}

/** Its moment, which is a link to it, and its words. */
function NoteText({ note, go }: { note: LocalNote; go: Go }) {
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

function nameOf({ seconds }: LocalNote): string {
  return `the note at ${spokenTime(seconds)}`
}

function IconButton({ drawing, name, press }: { drawing: string; name: string; press: () => void }) {
  return (
    <button type="button" className="icon-button max-lg:size-11" onClick={press}>
      <Icon drawing={drawing} className="size-4" />
      <span className="sr-only">{name}</span>
    </button>
  )
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

function takeFocus(element: HTMLElement | null): void {
  element?.focus()
}
