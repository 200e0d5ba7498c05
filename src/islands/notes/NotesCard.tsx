import * as icons from 'lucide'
import { useEffect, useRef, useState } from 'react'
import { NOTE_LABEL_MAX_CHARACTERS, NOTE_MAX_CODE_POINTS, codePoints } from '#src/shared/field-limits.ts'
import type { Note, NoteForm } from '#src/shared/notes/note.ts'
import { spokenTime } from '#src/shared/playlist/times.ts'
import { videoKey } from '#src/shared/playlist/video-key.ts'
import type { VideoView } from '#src/shared/playlist/view.ts'
import { Icon } from '../ui/Icon.tsx'
import { useIsHydrated } from '../ui/useIsHydrated.ts'
import { Composer } from './Composer.tsx'
import { AllNotes, NoteRow, type Go } from './NoteRows.tsx'
import { NoNotes, Outcome, type NotesPanel } from './Outcome.tsx'
import { useDrafts, type Draft } from './useDrafts.ts'
import { refreshNotes, removeNote, useNotes } from './useNotes.ts'

export function NotesCard({ video, seconds, count, leave, go }: NotesCardProps) {
  const [last, setPanel] = useState<NotesPanel>({ step: 'closed' })
  const details = useRef<HTMLDetailsElement>(null)
  const key = videoKey(video.path)
  // What was done with another video's note is over.
  const panel: NotesPanel = 'note' in last && last.note.video !== key ? { step: 'reading' } : last
  const isOpen = panel.step !== 'closed'
  const { drafts, put, drop, send } = useDrafts(async (note) => {
    await refreshNotes()
    finish('saving', note, { step: 'saved', note })
  })
  const draftsHere = drafts.filter(({ note }) => note.video === key)
  const reading = useNotes(isOpen || draftsHere.length > 0)
  const all = reading.data ?? []
  const here = all.filter((note) => note.video === key)
  // Until the notes are read, an edit has no place.
  const added = draftsHere.filter(
    ({ note: { replaces } }) =>
      replaces === null || (!reading.isPending && !here.some(({ id }) => id === replaces)),
  )

  useEffect(() => {
    // It may have been opened before hydration.
    if (details.current?.open) setPanel({ step: 'reading' })
  }, [])

  /** Shows how a step ended, unless the member has gone on to something else. */
  const finish = (step: 'saving' | 'removing', { id }: Note, next: NotesPanel) =>
    setPanel((now) => (now.step === step && now.note.id === id ? next : now))

  const write = (note: NoteForm) => {
    put({ note, state: 'writing' })
    setPanel({ step: 'writing', note })
  }
  const save = (note: NoteForm) => {
    void send(note)
    setPanel({ step: 'saving', note })
    leave()
  }
  const remove = async (note: Note) => {
    setPanel({ step: 'removing', note })
    const why = await removeNote(note)
    finish('removing', note, why ? { step: 'not-removed', note, why } : { step: 'removed', note })
  }
  const composer = (draft: Draft) => (
    <Composer
      key={draft.note.id}
      draft={draft}
      begun={panel.step === 'writing' && panel.note.id === draft.note.id ? panel : null}
      type={(text) => put({ note: { ...draft.note, text }, state: 'writing' })}
      save={() => {
        // The database accepts neither lone surrogates nor NUL.
        const text = draft.note.text.toWellFormed().replaceAll('\0', '').trim()
        if (codePoints(text) > NOTE_MAX_CODE_POINTS) put({ ...draft, state: 'note_too_long' })
        else save({ ...draft.note, text })
      }}
      cancel={() => {
        drop(draft.note.id)
        leave()
      }}
    />
  )
  const rowOf = (note: Note) => {
    const edit = draftsHere.find(({ note: { replaces } }) => replaces === note.id)
    if (edit) return composer(edit)
    const begin = () => write({ ...note, id: crypto.randomUUID(), replaces: note.id })
    return <NoteRow note={note} go={go} edit={begin} remove={() => void remove(note)} />
  }

  return (
    <div className="relative mt-6 min-h-12.5 rounded-card border border-line">
      <button
        id="write-note"
        type="button"
        className="absolute top-0.5 right-0.5 action min-h-11! border-transparent"
        disabled={!useIsHydrated()}
        onClick={() => {
          const begun = added.find(({ note, state }) => note.replaces === null && state === 'writing')
          write(begun?.note ?? noteAt(video, seconds))
        }}
      >
        <Icon drawing={icons.PenLine} className="size-4" />
        Write a note
      </button>
      <details
        ref={details}
        open={isOpen}
        onToggle={({ currentTarget: { open } }) => {
          if (open !== isOpen) setPanel({ step: open ? 'reading' : 'closed' })
        }}
      >
        <summary className="flex min-h-12 list-none items-center gap-2 rounded-card px-4 text-sm font-semibold select-none">
          <Icon drawing={icons.ChevronRight} className="size-4 chevron" />
          Notes
          <Counts kept={reading.data ? here.length : count} drafts={draftsHere} />
        </summary>
        <div className="grid gap-3 border-t border-line px-4 py-3">
          {added.map(composer)}
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
          <Outcome panel={panel} undo={(note) => save({ ...note, replaces: null })} />
          {all.length > 0 && (
            <button
              type="button"
              className="justify-self-start py-1 text-sm text-link max-lg:min-h-11"
              onClick={() => setPanel({ step: panel.step === 'all' ? 'reading' : 'all' })}
            >
              {panel.step === 'all' ? 'Notes on this video' : `All my notes (${all.length})`}
            </button>
          )}
        </div>
      </details>
      <p className="sr-only" role="status">
        {panel.step === 'saved' ? `Note at ${spokenTime(panel.note.seconds)} saved` : ''}
      </p>
    </div>
  )
}

/** How many notes the video has, and how many are only in this browser. */
function Counts({ kept, drafts }: { kept: number; drafts: readonly Draft[] }) {
  const unsaved = drafts.filter(({ note }) => note.text.trim() !== '').length
  return (
    <span className="font-normal text-ink-soft figures">
      {[kept > 0 && kept, unsaved > 0 && `${unsaved} not saved yet`].filter(Boolean).join(' · ')}
    </span>
  )
}

interface NotesCardProps {
  video: VideoView
  /** The video's second for a new note. */
  seconds: number
  /** How many notes the portal has on the video, until they are read. */
  count: number
  /** Called when writing ends; returns the focus to the player. */
  leave: () => void
  go: Go
}

function noteAt({ path, title, fragment }: VideoView, seconds: number): NoteForm {
  return {
    id: crypto.randomUUID(),
    video: videoKey(path),
    title: title.slice(0, NOTE_LABEL_MAX_CHARACTERS).toWellFormed(),
    fragment: fragment.slice(0, NOTE_LABEL_MAX_CHARACTERS).toWellFormed(),
    seconds,
    text: '',
    replaces: null,
  }
}
