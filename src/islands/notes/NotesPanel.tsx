import { useEffect, useState, useSyncExternalStore } from 'react'
import { videoKey } from '#src/shared/playlist/video-key.ts'
import type { VideoView } from '#src/shared/playlist/view.ts'
import { AllNotes } from './AllNotes.tsx'
import { Composer, focusOn } from './Composer.tsx'
import type { LocalNote } from './local.ts'
import { NoteRows, type RowWays } from './NoteRows.tsx'

export { openNotes } from './open-notes.ts'

/** How many there are of the video that is shown. */
export function NotesCount({ notes, video }: Pick<PanelProps, 'notes' | 'video'>) {
  const all = useSyncExternalStore(notes.subscribe, notes.snapshot).notes
  const count = all.filter((note) => note.video === videoKey(video.path)).length
  return count > 0 && <span className="font-normal text-ink-soft tabular-nums">{count}</span>
}

/** The notes of the video that is shown, or all there are; and what was begun earlier and is not saved yet. */
export function NotesPanel({ notes, video, begun, go, done }: PanelProps) {
  const { notes: all, drafts, refused, isBehind } = useSyncExternalStore(notes.subscribe, notes.snapshot)
  const [isAll, setAll] = useState(false)
  const [edited, setEdited] = useState<LocalNote | null>(null)
  const key = videoKey(video.path)
  const here = all.filter((note) => note.video === key)
  const stored = drafts.filter(({ id, video }) => video === key && id !== begun?.id && id !== edited?.id)
  const open = edited?.video === key ? [edited, ...stored] : stored
  const unsaved = open.filter(({ replaces }) => !here.some(({ id }) => id === replaces))

  useEffect(() => {
    if (edited) focusOn(edited)
  }, [edited])

  const composer = (draft: LocalNote) => (
    <Composer
      key={draft.id}
      draft={draft}
      notes={() => Promise.resolve(notes)}
      done={(saved) => {
        setEdited(null)
        done(saved)
      }}
    />
  )
  return (
    <>
      {unsaved.map(composer)}
      {isAll ? (
        <AllNotes notes={all} go={go} />
      ) : (
        <NoteRows
          shown={here}
          notes={notes}
          refused={refused}
          go={go}
          edit={(note) => setEdited(editOf(note))}
          inPlaceOf={({ id }) => open.filter(({ replaces }) => replaces === id).map(composer)[0]}
        />
      )}
      {here.length + unsaved.length === 0 && !isAll && <p className="text-sm text-ink-soft">{NONE_YET}</p>}
      {isBehind && (
        <p className="text-sm text-ink-soft" role="status">
          {KEPT_HERE}
        </p>
      )}
      {all.length > 0 && (
        <button
          type="button"
          className="justify-self-start py-1 text-sm text-link"
          onClick={() => setAll(!isAll)}
        >
          {isAll ? 'Only this video’s' : `All my notes (${all.length})`}
        </button>
      )}
    </>
  )
}

const NONE_YET = 'Only you see your notes. Press n while you watch: the second is kept with what you write.'
const KEPT_HERE =
  'The portal cannot be reached. What you write is kept in this browser and goes to your other devices later.'

export interface PanelProps extends RowWays {
  video: VideoView
  /** What is being written where this is not. */
  begun: LocalNote | null
  /** What was written is saved, or given up: null. */
  done: (saved: LocalNote | null) => void
}

function editOf(note: LocalNote): LocalNote {
  return { ...note, id: crypto.randomUUID(), state: 'draft', replaces: note.id }
}
