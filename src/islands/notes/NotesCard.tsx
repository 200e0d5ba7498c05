import * as icons from 'lucide'
import { useEffect, useRef } from 'react'
import { NOTE_LABEL_MAX_CHARACTERS } from '#src/shared/field-limits.ts'
import type { NoteForm } from '#src/shared/notes/note.ts'
import { spokenTime } from '#src/shared/playlist/times.ts'
import { videoKey } from '#src/shared/playlist/video-key.ts'
import type { VideoView } from '#src/shared/playlist/view.ts'
import { Icon } from '../../ui/Icon.tsx'
import { useIsHydrated } from '../../ui/useIsHydrated.ts'
import { NotesList, type Go } from './NotesList.tsx'
import type { Draft } from './useDrafts.ts'
import { useVideoNotes } from './useVideoNotes.ts'

/** The member's notes on the shown video, folded until they are opened or one is written. */
export function NotesCard({ video, seconds, leave, go }: NotesCardProps) {
  const notes = useVideoNotes(videoKey(video.path), leave)
  const { panel, show, drafts } = notes
  const isOpen = panel.step !== 'closed'
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    // It may have been opened before hydration.
    if (details.current?.open) show({ step: 'reading' })
  }, [show])

  return (
    <div className="relative mt-6 min-h-12.5 rounded-card border border-line">
      <button
        type="button"
        className="absolute top-0.5 right-0.5 button-sm min-h-11! border-transparent"
        disabled={!useIsHydrated()}
        onClick={() => {
          const begun = drafts.find(({ note, state }) => note.replaces === null && state === 'writing')
          notes.write(begun?.note ?? noteAt(video, seconds))
        }}
      >
        <Icon drawing={icons.PenLine} className="size-4" />
        Write a note
      </button>
      <details
        ref={details}
        open={isOpen}
        onToggle={({ currentTarget: { open } }) => {
          if (open !== isOpen) show({ step: open ? 'reading' : 'closed' })
        }}
      >
        <summary className="flex min-h-12 list-none items-center gap-2 rounded-card px-4 text-sm font-semibold select-none">
          <Icon drawing={icons.ChevronRight} className="size-4 chevron" />
          Notes
          <Counts kept={notes.here.length} drafts={drafts} />
        </summary>
        <NotesList notes={notes} go={go} />
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
    <span className="font-normal text-ink-soft tabular-nums">
      {[kept > 0 && kept, unsaved > 0 && `${unsaved} not saved yet`].filter(Boolean).join(' · ')}
    </span>
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
