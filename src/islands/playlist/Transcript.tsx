import { memo, useEffect, useRef, useState, type MouseEvent } from 'react'
import { writeHash } from '#src/shared/playlist/fragment.ts'
import type { Cue } from '#src/shared/playlist/model.ts'
import { clockTime, spokenTime } from '#src/shared/playlist/times.ts'
import { lineAt, PLAYLIST_PATH, type Transcript as Cues, type VideoView } from '#src/shared/playlist/view.ts'
import { isInFrame } from '../player/playback.ts'
import { useStore } from '../store.ts'
import { fetchJson } from './fetch-json.ts'
import { opensElsewhere } from '../presses.ts'
import { keepInSight, TranscriptFrame } from './parts.tsx'
import { useScreen } from './screen.ts'
import { TranscriptLink } from './VideoArticle.tsx'

/** Comes when it is opened, leads to its moments, and follows the player. */
export function Transcript({ video, isRead }: TranscriptProps) {
  const { selection } = useScreen()
  const { seconds, cause } = useStore(selection, (now) => now)
  const [isOpen, setOpen] = useState(false)
  const [cues, setCues] = useState<Cues | null>(null)
  const isSearched = cause === 'history' && seconds !== null
  const details = useRef<HTMLDetailsElement>(null)

  // It may have been opened before this was here.
  useEffect(() => {
    if (isRead || isSearched || details.current?.open) setOpen(true)
  }, [isRead, isSearched, seconds])
  useEffect(() => {
    if (isOpen && !cues) void fetchJson<Cues>(video.path).then(setCues)
  }, [isOpen, cues, video.path])

  return (
    <TranscriptFrame ref={details} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      {cues && isOpen ? <FollowedLines video={video} cues={cues} /> : <TranscriptLink video={video} />}
    </TranscriptFrame>
  )
}

interface TranscriptProps {
  video: VideoView
  /** It was opened before there was a script. */
  isRead: boolean
}

/** The line that is being said is current, and in sight within the transcript's own scroller. */
function FollowedLines({ video, cues }: { video: VideoView; cues: Cues }) {
  const { player, selection } = useScreen()
  const linked = useStore(selection, ({ seconds }) => seconds)
  // Addresses name whole seconds: the line that begins within this one is meant.
  const before = linked === null ? null : linked + 0.999
  const current = useStore(player.playback, (now) => lineAt(cues, isInFrame(now) ? now.seconds : before))
  const list = useRef<HTMLOListElement>(null)

  useEffect(() => {
    if (list.current?.matches(':hover, :focus-within')) return
    keepInSight(list.current, list.current?.children[current] ?? null)
  }, [current])

  const jump = (event: MouseEvent, cue: Cue) => {
    if (opensElsewhere(event)) return
    event.preventDefault()
    // Whoever copies the address now shares this moment; the way back stays one step a video.
    history.replaceState(history.state, '', writeHash({ fragment: video.fragment, seconds: cue.seconds }))
    player.jump(video, cue.seconds)
  }
  return <Lines video={video} cues={cues} current={current} jump={jump} ref={list} />
}

/** Everything that is said, line by line. Without a script a line is a link to its moment. */
export function Lines({ video, cues, current, jump, ref }: LinesProps) {
  return (
    <ol
      ref={ref}
      className="max-h-104 overflow-y-auto border-t border-line px-1.5 py-2 in-[[data-whole]]:max-h-none in-[[data-whole]]:border-0 lg:overscroll-contain lg:[@media(height>=720px)]:max-h-[clamp(12rem,100dvh-31rem,26rem)]"
    >
      {cues.map((cue, at) => (
        <Line
          key={at}
          fragment={video.fragment}
          cue={cue}
          isNewSpeaker={cue.speaker !== (cues[at - 1]?.speaker ?? null)}
          isCurrent={at === current}
          jump={jump}
        />
      ))}
    </ol>
  )
}

interface LinesProps {
  video: Pick<VideoView, 'fragment'>
  cues: Cues
  /** -1 before the first. */
  current?: number
  jump?: (event: MouseEvent, cue: Cue) => void
  ref?: React.Ref<HTMLOListElement>
}

const Line = memo(function Line({ fragment, cue, isNewSpeaker, isCurrent, jump }: LineProps) {
  const { seconds, speaker, text } = cue
  return (
    <li>
      {isNewSpeaker && speaker && (
        <p className="px-2.5 pt-3 pb-1 pl-[4.375rem] text-sm font-semibold text-ink-soft">{speaker}</p>
      )}
      <a
        href={PLAYLIST_PATH + writeHash({ fragment, seconds })}
        aria-current={isCurrent || undefined}
        className="cue-row"
        onClick={jump && ((event) => jump(event, cue))}
      >
        <time dateTime={`PT${Math.floor(seconds)}S`}>
          <span aria-hidden="true">{clockTime(seconds)}</span>
          <span className="sr-only">{spokenTime(seconds)}</span>
        </time>
        <span className="max-w-[68ch]">{text}</span>
      </a>
    </li>
  )
}, isSameLine)

interface LineProps {
  fragment: string
  cue: Cue
  isNewSpeaker: boolean
  isCurrent: boolean
  jump: LinesProps['jump']
}

/** What a press does is the same for as long as the line is. */
function isSameLine(before: LineProps, after: LineProps): boolean {
  return before.cue === after.cue && before.isCurrent === after.isCurrent
}
