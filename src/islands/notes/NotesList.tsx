import * as icons from 'lucide'
import { errorText } from '#src/shared/errors.ts'
import type { Note } from '#src/shared/notes/note.ts'
import { clockTime, spokenTime } from '#src/shared/playlist/times.ts'
import { pathOf } from '#src/shared/playlist/view.ts'
import { onPlainClick } from '../../lib/clicks.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Composer } from './Composer.tsx'
import type { Draft } from './useDrafts.ts'
import type { NotesPanel, useVideoNotes } from './useVideoNotes.ts'

/** The video's notes and drafts, or the member's notes on all videos. */
export function NotesList({ notes, go }: { notes: ReturnType<typeof useVideoNotes>; go: Go }) {
  const { panel, show, drafts, reading, all, here } = notes
  // Until the notes are read, an edit has no place.
  const added = drafts.filter(
    ({ note: { replaces } }) =>
      replaces === null || (!reading.isPending && !here.some(({ id }) => id === replaces)),
  )
  const composerOf = ({ note, state }: Draft) => (
    <Composer
      key={note.id}
      note={note}
      state={state}
      begun={panel.step === 'writing' && panel.note.id === note.id ? panel : null}
      type={(text) => notes.type({ ...note, text })}
      save={() => notes.save(note)}
      cancel={() => notes.cancel(note)}
    />
  )
  const rowOf = (note: Note) => {
    const edit = drafts.find(({ note: { replaces } }) => replaces === note.id)
    if (edit) return composerOf(edit)
    const begin = () => notes.write({ ...note, id: crypto.randomUUID(), replaces: note.id })
    const name = `the note at ${spokenTime(note.seconds)}`
    return (
      <div className="flex items-start gap-1">
        <NoteText note={note} go={go} />
        <IconButton drawing={icons.Pencil} name={`Edit ${name}`} press={begin} />
        <IconButton drawing={icons.Trash2} name={`Remove ${name}`} press={() => void notes.remove(note)} />
      </div>
    )
  }
  return (
    <div className="grid gap-3 border-t border-line px-4 py-3">
      {added.map(composerOf)}
      {panel.step === 'all' ? (
        <AllNotes notes={all} go={go} />
      ) : (
        <ul className="grid gap-1 empty:hidden">
          {here.map((note) => (
            <li key={note.id}>{rowOf(note)}</li>
          ))}
        </ul>
      )}
      {here.length + added.length === 0 && panel.step !== 'all' && (
        <NoNotes state={reading.status} retry={() => void reading.refetch()} />
      )}
      <Removal panel={panel} undo={(note) => notes.save({ ...note, replaces: null })} />
      {all.length > 0 && (
        <button
          type="button"
          className="justify-self-start py-1 text-sm text-link max-lg:min-h-11"
          onClick={() => show({ step: panel.step === 'all' ? 'reading' : 'all' })}
        >
          {panel.step === 'all' ? 'Notes on this video' : `All my notes (${all.length})`}
        </button>
      )}
    </div>
  )
}

/** Under their videos, in the order of cohorts and weeks. */
function AllNotes({ notes, go }: { notes: readonly Note[]; go: Go }) {
  const byVideo = [...Map.groupBy(notes, ({ video }) => video)].sort(([a], [b]) => inOrder.compare(a, b))
  return (
    <div className="max-h-104 overflow-y-auto overscroll-contain">
      {byVideo.map(([video, group]) => (
        <section key={video}>
          <h3 className="pt-2 text-sm font-semibold">{group.at(-1)?.title}</h3>
          {group.map((note) => (
            <NoteText key={note.id} note={note} go={go} />
          ))}
        </section>
      ))}
    </div>
  )
}

/** Week 10 comes after week 9. */
const inOrder = new Intl.Collator('en', { numeric: true })

function NoteText({ note, go }: { note: Note; go: Go }) {
  return (
    <p className="flex min-w-0 flex-1 gap-3 py-2 text-sm leading-6">
      <a
        href={pathOf(note)}
        className="shrink-0 text-link tabular-nums"
        onClick={onPlainClick(() => go(note))}
      >
        <span aria-hidden="true">{clockTime(note.seconds)}</span>
        <span className="sr-only">{spokenTime(note.seconds)}</span>
      </a>
      <span className="min-w-0 wrap-anywhere whitespace-pre-wrap">{note.text}</span>
    </p>
  )
}

function IconButton({ drawing, name, press }: { drawing: icons.IconNode; name: string; press: () => void }) {
  return (
    <button type="button" className="icon-button max-lg:size-11" onClick={press}>
      <Icon drawing={drawing} className="size-4" />
      <span className="sr-only">{name}</span>
    </button>
  )
}

/** What became of a removal. */
function Removal({ panel, undo }: { panel: NotesPanel; undo: (note: Note) => void }) {
  if (panel.step === 'not-removed') {
    return (
      <p className="text-sm text-danger" role="alert">
        {errorText[panel.why]}
      </p>
    )
  }
  if (panel.step !== 'removed') return null
  return (
    <p className="flex flex-wrap items-center gap-2 text-sm text-ink-soft" role="status">
      <span>{`Note at ${clockTime(panel.note.seconds)} removed.`}</span>
      <button
        ref={focus}
        type="button"
        className="button-sm max-lg:min-h-11"
        onClick={() => undo(panel.note)}
      >
        Undo
      </button>
    </p>
  )
}

/** The 'Remove' button is gone with its note. */
const focus = (button: HTMLButtonElement | null) => button?.focus()

function NoNotes({ state, retry }: { state: 'pending' | 'error' | 'success'; retry: () => void }) {
  if (state === 'pending') return <p className="text-sm text-ink-soft">Loading…</p>
  if (state === 'success') {
    return <p className="text-sm text-ink-soft">Only you can see your notes.</p>
  }
  return (
    <p className="flex flex-wrap items-center gap-2 text-sm text-ink-soft" role="alert">
      <span>{errorText.notes_unread}</span>
      <button type="button" className="button-sm max-lg:min-h-11" onClick={retry}>
        Try again
      </button>
    </p>
  )
}

/** Seeks to a note's second. */
export type Go = (note: Note) => void
