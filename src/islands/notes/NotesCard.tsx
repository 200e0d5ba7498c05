import * as icons from 'lucide'
import { useRef, useState } from 'react'
import { NOTE_LABEL_MAX_CHARACTERS } from '#src/shared/field-limits.ts'
import type { Note, NoteForm } from '#src/shared/notes/note.ts'
import { spokenTime } from '#src/shared/playlist/times.ts'
import { videoKey } from '#src/shared/playlist/video-key.ts'
import type { VideoView } from '#src/shared/playlist/view.ts'
import { BareButton } from '#src/ui/Button.tsx'
import { Chevron } from '#src/ui/Chevron.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { DraftForm } from './DraftForm.tsx'
import { NotesList } from './NotesList.tsx'
import { useDrafts, type Draft } from './useDrafts.ts'
import { useNotes } from './useNotes.ts'

/** The member's notes on the shown video, folded until they are opened or one is written. */
export function NotesCard({ video, readSeconds, leave, go }: Props) {
  const { drafts, put, drop } = useDrafts()
  const notes = useNotes()
  const [begun, setBegun] = useState<NoteForm | null>(null)
  const [saved, setSaved] = useState<NoteForm | null>(null)
  const details = useRef<HTMLDetailsElement>(null)

  const key = videoKey(video.path)
  const draftsHere = drafts.filter(({ note }) => note.video === key)
  const write = (note: NoteForm) => {
    put({ note, isSubmitted: false })
    setBegun({ ...note })
    if (details.current) details.current.open = true
  }
  const writeNew = () => {
    const draft = draftsHere.find(({ note, isSubmitted }) => note.replaces === null && !isSubmitted)
    write(draft?.note ?? newNote(video, readSeconds()))
  }
  const restore = (note: Note) => {
    put({ note: { ...note, replaces: null }, isSubmitted: true })
    leave()
  }

  return (
    <div className="relative mt-6 min-h-12.5 rounded-card border border-line">
      <WriteButton onClick={writeNew} />
      <details ref={details}>
        <Summary kept={notes.data?.filter((note) => note.video === key).length} drafts={draftsHere} />
        <div className="grid gap-3 border-t border-line px-4 py-3">
          {drafts.map((draft) => (
            <DraftForm
              key={draft.note.id}
              draft={draft}
              isHidden={draft.note.video !== key}
              focus={begun?.id === draft.note.id ? begun : null}
              onChange={(next) => (next ? put(next) : drop(draft.note.id))}
              onSaved={() => {
                drop(draft.note.id)
                setSaved(draft.note)
              }}
              onEnd={leave}
            />
          ))}
          <NotesList
            video={key}
            query={notes}
            drafts={draftsHere}
            go={go}
            edit={(note) => write({ ...note, id: crypto.randomUUID(), replaces: note.id })}
            restore={restore}
          />
        </div>
      </details>
      <p className="sr-only" role="status">
        {saved?.video === key && `Note at ${spokenTime(saved.seconds)} saved`}
      </p>
    </div>
  )
}

function WriteButton({ onClick }: { onClick: () => void }) {
  return (
    <BareButton
      className="button-sm absolute top-0.5 right-0.5 min-h-11! border-transparent"
      onClick={onClick}
    >
      <Icon icon={icons.PenLine} className="size-4" />
      Write a note
    </BareButton>
  )
}

/** Says how many notes the video has, and how many are only in this browser. */
function Summary({ kept, drafts }: { kept: number | undefined; drafts: readonly Draft[] }) {
  const unsaved = drafts.filter(({ note }) => note.text.trim() !== '').length
  return (
    <summary className="flex min-h-12 list-none items-center gap-2 rounded-card px-4 text-sm font-semibold select-none">
      <Chevron />
      Notes
      <span className="font-normal text-ink-soft tabular-nums">
        {[kept, unsaved && `${unsaved} not saved yet`].filter(Boolean).join(' · ')}
      </span>
    </summary>
  )
}

interface Props {
  video: VideoView
  /** The video's second, for a new note. */
  readSeconds: () => number
  /** Called when writing ends; moves the focus to the player. */
  leave: () => void
  /** Seeks to a note's second. */
  go: (note: Note) => void
}

function newNote({ path, title, fragment }: VideoView, seconds: number): NoteForm {
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
