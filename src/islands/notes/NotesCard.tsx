import * as icons from '#src/shared/icons.ts'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { errorText } from '#src/shared/errors.ts'
import { NOTE_LABEL_MAX_CHARACTERS } from '#src/shared/field-limits.ts'
import { clockTime, spokenTime } from '#src/shared/playlist/times.ts'
import { videoKey } from '#src/shared/playlist/video-key.ts'
import type { VideoView } from '#src/shared/playlist/view.ts'
import type { Snapshot } from '../stores/synced-store.ts'
import { Icon } from '../ui/Icon.tsx'
import { Composer } from './Composer.tsx'
import { AllNotes, NoteRow, type Go } from './NoteRows.tsx'
import { byMoment, removeNote, saveNote, writtenNotes, type LocalNote } from '../stores/notes.ts'
import { openNotes } from '../stores/open-stores.ts'

/** The member's notes on the video, and their drafts. */
export function NotesCard({ video, seconds, leave, go }: NotesCardProps) {
  const { records, refused, isBehind } = useSyncExternalStore(
    (listener) => openNotes().subscribe(listener),
    () => openNotes().snapshot(),
    () => NO_NOTES,
  )
  const [isAll, setAll] = useState(false)
  const [begun, setBegun] = useState<LocalNote | null>(null)
  const [removed, setRemoved] = useState<LocalNote | null>(null)
  const [status, setStatus] = useState('')
  const details = useRef<HTMLDetailsElement>(null)
  const key = videoKey(video.path)
  const all = writtenNotes(records)
  const here = all.filter((note) => note.video === key)
  const drafts = [...new Map(begun ? [[begun.id, begun], ...records] : records).values()]
    .filter((note) => note.state === 'draft' && note.video === key)
    .sort(byMoment)
  const added = drafts.filter(({ replaces }) => !here.some(({ id }) => id === replaces))

  useEffect(() => {
    const store = openNotes()
    // It may have been opened before hydration.
    void store.load().then(() => (store.records.size > 0 || details.current?.open ? store.sync() : undefined))
    return store.followPage()
  }, [])

  const begin = (draft: LocalNote) => {
    // Rendered within the event, so that the next keys arrive in the field.
    flushSync(() => setBegun(draft))
    if (details.current) details.current.open = true
    const field = document.querySelector<HTMLTextAreaElement>(`#note-${draft.id}`)
    field?.focus()
    // With its buttons, for which the field has a scroll margin.
    field?.scrollIntoView({ block: 'nearest' })
    field?.setSelectionRange(field.value.length, field.value.length)
  }
  const edit = (note: LocalNote) =>
    begin({ ...note, id: crypto.randomUUID(), state: 'draft', replaces: note.id })
  const remove = (note: LocalNote) => {
    void removeNote(openNotes(), note)
    // The 'Remove' button is gone with its note.
    flushSync(() => setRemoved(note))
    document.getElementById('undo-removal')?.focus()
  }
  const undo = (note: LocalNote) => {
    // A removal is final, so the same text becomes a new note.
    void saveNote(openNotes(), { ...note, replaces: null })
    setRemoved(null)
  }
  const composer = (draft: LocalNote) => (
    <Composer
      key={draft.id}
      draft={draft}
      done={(saved) => {
        setBegun(null)
        setStatus(saved ? `Note at ${spokenTime(saved.seconds)} saved` : '')
        leave()
      }}
    />
  )

  return (
    <div className="notes-card">
      <button
        id="write-note"
        type="button"
        className="absolute top-0.5 right-0.5 action min-h-11! border-transparent"
        onClick={() => begin(added.find(({ replaces }) => replaces === null) ?? draftAt(video, seconds))}
      >
        <Icon drawing={icons.penLine} className="size-4" />
        Write a note
      </button>
      <details ref={details} onToggle={(event) => event.currentTarget.open && void openNotes().sync()}>
        <summary className="flex min-h-12 list-none items-center gap-2 rounded-card px-4 text-sm font-semibold select-none">
          <Icon drawing={icons.chevronRight} className="size-4 chevron" />
          Notes
          {here.length > 0 && <span className="font-normal text-ink-soft figures">{here.length}</span>}
        </summary>
        <div className="grid gap-3 border-t border-line px-4 py-3">
          {added.map(composer)}
          {isAll ? (
            <AllNotes notes={all} go={go} />
          ) : (
            <ul className="grid gap-1 empty:hidden">
              {here.map((note) => (
                <li key={note.id}>
                  {drafts.filter(({ replaces }) => replaces === note.id).map(composer)[0] ?? (
                    <NoteRow note={note} go={go} edit={edit} remove={remove} />
                  )}
                  {refused.has(note.id) && <p className="text-sm text-ember">{errorText.notes_full}</p>}
                </li>
              ))}
            </ul>
          )}
          {removed?.video === key && !isAll && (
            <p className="flex flex-wrap items-center gap-2 text-sm text-ink-soft" role="status">
              <span>{`Note at ${clockTime(removed.seconds)} removed.`}</span>
              <button
                id="undo-removal"
                type="button"
                className="action max-lg:min-h-11"
                onClick={() => undo(removed)}
              >
                Undo
              </button>
            </p>
          )}
          {here.length + added.length === 0 && !isAll && (
            <p className="text-sm text-ink-soft">
              Only you can see your notes.
              <span className="max-lg:hidden"> Press N while watching to add one at that moment.</span>
            </p>
          )}
          {isBehind && (
            <p className="text-sm text-ink-soft" role="status">
              {errorText.notes_unsent}
            </p>
          )}
          {all.length > 0 && (
            <button
              type="button"
              className="justify-self-start py-1 text-sm text-link max-lg:min-h-11"
              onClick={() => setAll(!isAll)}
            >
              {isAll ? 'Notes on this video' : `All my notes (${all.length})`}
            </button>
          )}
        </div>
      </details>
      <p className="sr-only" role="status">
        {status}
      </p>
    </div>
  )
}

interface NotesCardProps {
  video: VideoView
  /** The video's second for a new note. */
  seconds: number
  /** Called when writing ends; returns the focus to the player. */
  leave: () => void
  go: Go
}

const NO_NOTES: Snapshot<LocalNote> = { records: new Map(), refused: new Set(), isBehind: false }

function draftAt({ path, title, fragment }: VideoView, seconds: number): LocalNote {
  return {
    id: crypto.randomUUID(),
    video: videoKey(path),
    title: title.slice(0, NOTE_LABEL_MAX_CHARACTERS).toWellFormed(),
    fragment: fragment.slice(0, NOTE_LABEL_MAX_CHARACTERS).toWellFormed(),
    seconds,
    text: '',
    writtenAt: Date.now(),
    state: 'draft',
    replaces: null,
  }
}
