import * as icons from '#src/shared/icons.ts'
import { useEffect, useImperativeHandle, useRef, useState, type ReactNode, type Ref } from 'react'
import { flushSync } from 'react-dom'
import { NOTE_LABEL_MAX_CHARACTERS } from '#src/shared/notes/limits.ts'
import { videoKey } from '#src/shared/playlist/video-key.ts'
import { spokenTime } from '#src/shared/playlist/times.ts'
import type { VideoView } from '#src/shared/playlist/view.ts'
import { fetchPart } from '../fetch-part.ts'
import { readViewer } from '../read-viewer.ts'
import { Icon } from '../ui/Icon.tsx'
import { Composer, focusOn } from './Composer.tsx'
import type { LocalNote } from './local.ts'
import type { NotesCount, NotesPanel, PanelProps } from './NotesPanel.tsx'
import { hasNotes } from './stored.ts'

/**
 * What the member wrote about the video. The place to write is there at once: people go on typing after the key. What
 * keeps and shows notes comes with its first use, or where there are some.
 */
export function NotesCard({ video, secondsNow, leave, go, ref }: NotesCardProps) {
  const [isOpen, setOpen] = useState(false)
  const [begun, setBegun] = useState<LocalNote | null>(null)
  const [status, setStatus] = useState('')
  const { part, bring } = usePart(isOpen)
  const key = videoKey(video.path)

  // With another video what was begun is a draft among the kept ones.
  useEffect(() => () => setBegun(null), [key])

  const write = () => {
    const drafts = [...(begun ? [begun] : []), ...(part?.notes.snapshot().drafts ?? [])]
    const open = drafts.find((draft) => draft.video === key && draft.replaces === null)
    const draft = open ?? draftAt(video, secondsNow())
    flushSync(() => {
      setOpen(true)
      if (!open) setBegun(draft)
    })
    focusOn(draft)
  }
  useImperativeHandle(ref, () => ({ write }))
  const count = part && <part.NotesCount notes={part.notes} video={video} />
  const done = (saved: LocalNote | null) => {
    setStatus(saved ? `Note at ${spokenTime(saved.seconds)} saved` : '')
    leave()
  }

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
      <NotesDetails isOpen={isOpen} setOpen={setOpen} count={count}>
        {begun?.video === key && (
          <Composer
            key={begun.id}
            draft={begun}
            notes={bring}
            done={(saved) => {
              setBegun(null)
              done(saved)
            }}
          />
        )}
        {part && (
          <part.NotesPanel key={key} notes={part.notes} video={video} begun={begun} go={go} done={done} />
        )}
      </NotesDetails>
      <p className="sr-only" role="status">
        {status}
      </p>
    </div>
  )
}

interface NotesCardProps extends Pick<PanelProps, 'go'> {
  video: VideoView
  /** The moment of the video that a new note is about. */
  secondsNow: () => number
  /** Nothing is written any more: the focus goes back to the player. */
  leave: () => void
  ref: Ref<NotesHandle>
}

export interface NotesHandle {
  /** Opens a place to write about the present moment, or goes back to the one that is open. */
  write(): void
}

/** Its room in the page's other videos, until there is a script. */
export function NotesRoom() {
  return <div className="notes-card" />
}

function NotesDetails({ isOpen, setOpen, count, children }: DetailsProps) {
  const details = useRef<HTMLDetailsElement>(null)
  // It may have been opened before this was here.
  useEffect(() => {
    if (details.current?.open) setOpen(true)
  }, [setOpen])

  return (
    <details ref={details} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="flex min-h-12 list-none items-center gap-2 rounded-card px-4 text-sm font-semibold select-none">
        <svg className="chevron" aria-hidden="true">
          <use href="#playlist-chevron" />
        </svg>
        Notes
        {count}
      </summary>
      <div className="grid gap-3 border-t border-line px-4 py-3">{children}</div>
    </details>
  )
}

interface DetailsProps {
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
  count: ReactNode
  children: ReactNode
}

/** What shows and keeps notes, once it is here; also where somebody has notes, so that they are told and counted. */
function usePart(isOpen: boolean) {
  const [part, setPart] = useState<Part | null>(null)
  const [bring] = useState(() => {
    let coming: Promise<Part | null> | null = null
    return async () => {
      coming ??= fetchPart(() => import('./NotesPanel.tsx')).then((fetched) => {
        const here = fetched && { ...fetched, notes: fetched.openNotes() }
        setPart(here)
        if (!here) coming = null
        return here
      })
      return (await coming)?.notes ?? null
    }
  })
  useEffect(() => {
    if (isOpen) void bring()
  }, [isOpen, bring])
  useEffect(() => {
    // After the first picture.
    const timer = hasNotes(readViewer().email) ? setTimeout(() => void bring(), BRING_AFTER_MS) : undefined
    return () => clearTimeout(timer)
  }, [bring])
  return { part, bring }
}

const BRING_AFTER_MS = 500

type Part = Pick<PanelProps, 'notes'> & { NotesPanel: typeof NotesPanel; NotesCount: typeof NotesCount }

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
