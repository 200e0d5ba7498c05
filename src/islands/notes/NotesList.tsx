import * as icons from 'lucide'
import { useState } from 'react'
import { errorText } from '#src/shared/errors.ts'
import type { Note } from '#src/shared/notes/note.ts'
import { clockTime, spokenTime } from '#src/shared/playlist/times.ts'
import { videoPath } from '#src/shared/playlist/view.ts'
import { onPlainClick } from '#src/lib/clicks.ts'
import { ClockTime } from '#src/ui/ClockTime.tsx'
import { ErrorText } from '#src/ui/Alert.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import type { Draft } from './useDrafts.ts'
import { problemOfRemoval, useRemoveNote, type useNotes } from './useNotes.ts'

export function NotesList({ videoKey, query, drafts, goToNote, edit, restore }: NotesListProps) {
  const [showsAll, setShowsAll] = useState(false)
  const removal = useRemoveNote()
  const removed = removal.variables?.video === videoKey ? removal.variables : null
  const all = query.data ?? []
  // The edit form replaces the note.
  const isEdited = ({ id }: Note) => drafts.some(({ note }) => note.replaces === id)
  const notes = all.filter((note) => note.video === videoKey && !isEdited(note))
  return (
    <>
      {showsAll && <NotesByVideo notes={all} goToNote={goToNote} />}
      {!showsAll && (
        <ul className="grid gap-1 empty:hidden">
          {notes.map((note) => (
            <li key={note.id} className="flex items-start gap-1">
              <NoteText note={note} goToNote={goToNote} />
              <NoteButton icon={icons.Pencil} verb="Edit" note={note} onClick={edit} />
              <NoteButton icon={icons.Trash2} verb="Remove" note={note} onClick={removal.mutate} />
            </li>
          ))}
        </ul>
      )}
      {!showsAll && notes.length + drafts.length === 0 && <NoNotes query={query} />}
      {removed && removal.isSuccess && (
        <RemovedNote
          note={removed}
          undo={() => {
            removal.reset()
            restore(removed)
          }}
        />
      )}
      {removed && removal.error && (
        <p className="text-sm text-danger" role="alert">
          <ErrorText code={problemOfRemoval(removal.error)} />
        </p>
      )}
      {all.length > 0 && (
        <button
          type="button"
          className="text-link justify-self-start py-1 text-sm max-lg:min-h-11"
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? 'Notes on this video' : `All my notes (${all.length})`}
        </button>
      )}
    </>
  )
}

function NotesByVideo({ notes, goToNote }: { notes: readonly Note[]; goToNote: NoteHandler }) {
  const byVideo = [...Map.groupBy(notes, ({ video }) => video)].sort(([a], [b]) => pathCollator.compare(a, b))
  return (
    <div className="max-h-104 overflow-y-auto overscroll-contain">
      {byVideo.map(([video, group]) => (
        <section key={video}>
          <h3 className="pt-2 text-sm font-semibold">{group.at(-1)?.title}</h3>
          {group.map((note) => (
            <NoteText key={note.id} note={note} goToNote={goToNote} />
          ))}
        </section>
      ))}
    </div>
  )
}

const pathCollator = new Intl.Collator('en', { numeric: true })

function NoteText({ note, goToNote }: { note: Note; goToNote: NoteHandler }) {
  return (
    <p className="flex min-w-0 flex-1 gap-3 py-2 text-sm leading-6">
      <a
        href={videoPath(note)}
        className="text-link shrink-0 tabular-nums"
        onClick={onPlainClick(() => goToNote(note))}
      >
        <ClockTime seconds={note.seconds} />
      </a>
      <span className="min-w-0 wrap-anywhere whitespace-pre-wrap">{note.text}</span>
    </p>
  )
}

function NoteButton({ icon, verb, note, onClick }: NoteButtonProps) {
  return (
    <button type="button" className="icon-button max-lg:size-11" onClick={() => onClick(note)}>
      <Icon icon={icon} className="size-4" />
      <span className="sr-only">{`${verb} the note at ${spokenTime(note.seconds)}`}</span>
    </button>
  )
}

function RemovedNote({ note, undo }: { note: Note; undo: () => void }) {
  return (
    <p className="flex flex-wrap items-center gap-2 text-sm text-ink-soft" role="status">
      <span>{`Note at ${clockTime(note.seconds)} removed.`}</span>
      <button ref={focusOnMount} type="button" className="button-sm max-lg:min-h-11" onClick={undo}>
        Undo
      </button>
    </p>
  )
}

// The 'Remove' button had the focus, and is gone with its note.
const focusOnMount = (button: HTMLButtonElement | null) => button?.focus()

function NoNotes({ query: { status, refetch } }: { query: ReturnType<typeof useNotes> }) {
  if (status === 'pending') return <p className="text-sm text-ink-soft">Loading…</p>
  if (status === 'success') return <p className="text-sm text-ink-soft">Only you can see your notes.</p>
  return (
    <p className="flex flex-wrap items-center gap-2 text-sm text-ink-soft" role="alert">
      <span>{errorText.notes_unread}</span>
      <button type="button" className="button-sm max-lg:min-h-11" onClick={() => void refetch()}>
        Try again
      </button>
    </p>
  )
}

type NoteHandler = (note: Note) => void

interface NotesListProps {
  videoKey: string
  query: ReturnType<typeof useNotes>
  drafts: readonly Draft[]
  goToNote: NoteHandler
  edit: NoteHandler
  restore: NoteHandler
}

interface NoteButtonProps {
  icon: icons.IconNode
  verb: string
  note: Note
  onClick: NoteHandler
}
