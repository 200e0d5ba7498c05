import * as icons from 'lucide'
import { useRef, useState } from 'react'
import { NOTE_LABEL_MAX_CHARACTERS } from '#src/shared/field-limits.ts'
import type { Note, NoteForm } from '#src/shared/notes/note.ts'
import { spokenTime } from '#src/shared/playlist/times.ts'
import { videoKey } from '#src/shared/playlist/video-key.ts'
import type { VideoView } from '#src/shared/playlist/view.ts'
import { BareButton } from '#src/ui/Button.tsx'
import { Chevron, Icon } from '#src/ui/Icon.tsx'
import { DraftForm } from './DraftForm.tsx'
import { NotesList } from './NotesList.tsx'
import { useDrafts, type Draft } from './useDrafts.ts'
import { useNotes } from './useNotes.ts'

export function NotesCard({ video, getSeconds, goToNote, onEnd }: NotesCardProps) {
  const { drafts, saveDraft, removeDraft } = useDrafts()
  const notes = useNotes()
  const [focusRequest, setFocusRequest] = useState<NoteForm | null>(null)
  const [saved, setSaved] = useState<NoteForm | null>(null)
  const details = useRef<HTMLDetailsElement>(null)

  const key = videoKey(video.path)
  const videoDrafts = drafts.filter(({ note }) => note.video === key)
  const startWriting = (note: NoteForm) => {
    saveDraft({ note, isSubmitted: false })
    setFocusRequest({ ...note })
    if (details.current) details.current.open = true
  }
  const startNewNote = () => {
    const draft = videoDrafts.find(({ note, isSubmitted }) => note.replaces === null && !isSubmitted)
    startWriting(draft?.note ?? newNote(video, getSeconds()))
  }
  const restore = (note: Note) => {
    saveDraft({ note: { ...note, replaces: null }, isSubmitted: true })
    onEnd()
  }

  return (
    <div className="relative mt-6 min-h-12.5 rounded-card border border-line">
      <WriteButton onClick={startNewNote} />
      <details ref={details}>
        <Summary savedCount={notes.data?.filter((note) => note.video === key).length} drafts={videoDrafts} />
        <div className="grid gap-3 border-t border-line px-4 py-3">
          {drafts.map((draft) => (
            <DraftForm
              key={draft.note.id}
              draft={draft}
              isHidden={draft.note.video !== key}
              focusRequest={focusRequest?.id === draft.note.id ? focusRequest : null}
              onChange={(next) => (next ? saveDraft(next) : removeDraft(draft.note.id))}
              onSaved={() => {
                removeDraft(draft.note.id)
                setSaved(draft.note)
              }}
              onEnd={onEnd}
            />
          ))}
          <NotesList
            videoKey={key}
            query={notes}
            drafts={videoDrafts}
            goToNote={goToNote}
            edit={(note) => startWriting({ ...note, id: crypto.randomUUID(), replaces: note.id })}
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

function Summary({ savedCount, drafts }: { savedCount: number | undefined; drafts: readonly Draft[] }) {
  const unsavedCount = drafts.filter(({ note }) => note.text.trim() !== '').length
  return (
    <summary className="flex min-h-12 list-none items-center gap-2 rounded-card px-4 text-sm font-semibold select-none">
      <Chevron />
      Notes
      <span className="font-normal text-ink-soft tabular-nums">
        {[savedCount, unsavedCount && `${unsavedCount} not saved yet`].filter(Boolean).join(' · ')}
      </span>
    </summary>
  )
}

interface NotesCardProps {
  video: VideoView
  getSeconds: () => number
  onEnd: () => void
  goToNote: (note: Note) => void
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
