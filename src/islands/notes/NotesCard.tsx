import * as icons from '#src/shared/icons.ts'
import { useEffect, useImperativeHandle, useRef, useState, useSyncExternalStore, type Ref } from 'react'
import { flushSync } from 'react-dom'
import { NOTE_LABEL_MAX_CHARACTERS } from '#src/shared/notes/limits.ts'
import { spokenTime } from '#src/shared/playlist/times.ts'
import { videoKey } from '#src/shared/playlist/video-key.ts'
import type { VideoView } from '#src/shared/playlist/view.ts'
import type { Snapshot } from '../synced-store.ts'
import { Icon } from '../ui/Icon.tsx'
import { Composer, focusOn } from './Composer.tsx'
import { AllNotes, NoteRows, type Go } from './NoteRows.tsx'
import { byMoment, draftsOf, writtenNotes, type LocalNote } from './notes.ts'
import { followNotes, openNotes } from './open-notes.ts'

/** The member's notes about the video, and what is being written. */
export function NotesCard({ video, secondsNow, leave, go, ref }: NotesCardProps) {
  const { records, refused, isBehind } = useNotes()
  const [isAll, setAll] = useState(false)
  const [begun, setBegun] = useState<LocalNote | null>(null)
  const [status, setStatus] = useState('')
  const details = useRef<HTMLDetailsElement>(null)
  const key = videoKey(video.path)
  const all = writtenNotes(records)
  const here = all.filter((note) => note.video === key)
  const stored = draftsOf(records)
  const drafts = [...stored, ...(begun && !stored.some(({ id }) => id === begun.id) ? [begun] : [])]
    .filter((draft) => draft.video === key)
    .sort(byMoment)
  const added = drafts.filter(({ replaces }) => !here.some(({ id }) => id === replaces))

  const syncIfOpen = () => {
    if (details.current?.open) void openNotes().sync()
  }
  // It may have been opened before the page was hydrated.
  useEffect(syncIfOpen, [])

  const begin = (draft: LocalNote) => {
    // In the press itself, so that the keys that follow it arrive in the field.
    flushSync(() => setBegun(draft))
    if (details.current) details.current.open = true
    focusOn(draft)
  }
  const write = () => begin(added.find(({ replaces }) => replaces === null) ?? draftAt(video, secondsNow()))
  useImperativeHandle(ref, () => ({ write }))
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
        type="button"
        className="absolute top-0.5 right-0.5 action min-h-11! border-transparent"
        onClick={write}
      >
        <Icon drawing={icons.penLine} className="size-4" />
        Write a note
      </button>
      <details ref={details} onToggle={syncIfOpen}>
        <summary className="flex min-h-12 list-none items-center gap-2 rounded-card px-4 text-sm font-semibold select-none">
          <svg className="chevron" aria-hidden="true">
            <use href="#playlist-chevron" />
          </svg>
          Notes
          {here.length > 0 && <span className="font-normal text-ink-soft tabular-nums">{here.length}</span>}
        </summary>
        <div className="grid gap-3 border-t border-line px-4 py-3">
          {added.map(composer)}
          {isAll ? (
            <AllNotes notes={all} go={go} />
          ) : (
            <NoteRows
              key={key}
              shown={here}
              refused={refused}
              go={go}
              edit={(note) => begin({ ...note, id: crypto.randomUUID(), state: 'draft', replaces: note.id })}
              inPlaceOf={({ id }) => drafts.filter(({ replaces }) => replaces === id).map(composer)[0]}
            />
          )}
          {here.length + added.length === 0 && !isAll && <p className="text-sm text-ink-soft">{NONE_YET}</p>}
          {isBehind && (
            <p className="text-sm text-ink-soft" role="status">
              {KEPT_HERE}
            </p>
          )}
          {all.length > 0 && (
            <button
              type="button"
              className="justify-self-start py-1 text-sm text-link max-lg:min-h-11"
              onClick={() => setAll(!isAll)}
            >
              {isAll ? 'Only this video’s' : `All my notes (${all.length})`}
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

const NONE_YET = 'Only you see your notes. Press N while watching to add a note at that moment.'
const KEPT_HERE =
  'The portal cannot be reached. Your notes are saved in this browser and sent when the portal is back.'

interface NotesCardProps {
  video: VideoView
  /** The moment of the video that a new note is about. */
  secondsNow: () => number
  /** Writing has ended: the focus goes back to the player. */
  leave: () => void
  go: Go
  ref: Ref<NotesHandle>
}

export interface NotesHandle {
  /** Opens a place to write about the present moment, or goes back to the one that is open. */
  write(): void
}

function useNotes(): Snapshot<LocalNote> {
  useEffect(followNotes, [])
  return useSyncExternalStore(
    (listener) => openNotes().subscribe(listener),
    () => openNotes().snapshot(),
    () => NO_NOTES,
  )
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
