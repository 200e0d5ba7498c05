import { useStore } from '@nanostores/react'
import { useQuery } from '@tanstack/react-query'
import { memo, useEffect, useRef, useState } from 'react'
import { writeHash } from '#src/shared/playlist/fragment.ts'
import type { Cue } from '#src/shared/playlist/cohort.ts'
import { cueIndexAt, videoPath, PLAYLIST_PATH, type VideoView } from '#src/shared/playlist/view.ts'
import { onPlainClick } from '#src/lib/clicks.ts'
import { fileQuery, queryClient } from '#src/lib/query-client.ts'
import { ClockTime } from '#src/ui/ClockTime.tsx'
import { Chevron } from '#src/ui/Icon.tsx'
import { hasFrame } from './player/playback.ts'
import type { VideoPlayer } from './player/player.ts'
import { scrollIntoScroller } from './scroll-into-scroller.ts'
import { usePlaylistContext } from './usePlaylist.ts'

export function Transcript({ video }: { video: VideoView }) {
  const { selection, isHydrated } = usePlaylistContext()
  const [isOpen, setOpen] = useState(false)
  const file = fileQuery<Cue[]>(`${PLAYLIST_PATH}/${video.path}.json`)
  const { data: cues, refetch } = useQuery({ ...file, enabled: isOpen }, queryClient)
  const details = useRef<HTMLDetailsElement>(null)

  useEffect(() => {
    const isSearchResult = selection.trigger === 'history' && selection.linkedSeconds !== null
    // The member may have opened the transcript before hydration.
    if (isSearchResult || details.current?.open) setOpen(true)
  }, [selection])

  return (
    <details
      ref={details}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="mt-6 rounded-card border border-line"
    >
      <summary className="flex min-h-12 list-none items-center gap-2 rounded-card px-4 text-sm font-semibold select-none">
        <Chevron />
        Transcript
      </summary>
      {cues ? (
        <FollowingTranscript video={video} cues={cues} />
      ) : (
        <p className="px-4 pb-4 text-sm">
          <button type="button" className="text-link" disabled={!isHydrated} onClick={() => void refetch()}>
            Load the transcript
          </button>
        </p>
      )}
    </details>
  )
}

function FollowingTranscript({ video, cues }: { video: VideoView; cues: readonly Cue[] }) {
  const { player, selection } = usePlaylistContext()
  const playback = useStore(player.$playback)
  // Links name whole seconds, so the line that begins within that second counts.
  const linkedSeconds = selection.linkedSeconds === null ? null : selection.linkedSeconds + 0.999
  const currentIndex = cueIndexAt(cues, hasFrame(playback) ? playback.seconds : linkedSeconds)
  return <Lines video={video} cues={cues} currentIndex={currentIndex} player={player} />
}

// Renders a long transcript once for each line, not for each of the player's messages.
const Lines = memo(({ video, cues, currentIndex, player }: LinesProps) => {
  const list = useRef<HTMLOListElement>(null)
  const currentLine = useRef<HTMLLIElement>(null)

  useEffect(() => {
    if (!list.current?.matches(':hover, :focus-within')) scrollIntoScroller(list.current, currentLine.current)
  }, [currentIndex])

  const jumpTo = ({ seconds }: Cue) => {
    // The address names this second, but the history keeps one entry for each video.
    history.replaceState(history.state, '', writeHash({ fragment: video.fragment, seconds }))
    player.jump(video, seconds)
  }
  return (
    <ol
      ref={list}
      className="max-h-104 overflow-y-auto border-t border-line px-1.5 py-2 lg:overscroll-contain lg:[@media(height>=720px)]:max-h-[clamp(12rem,100dvh-31rem,26rem)]"
    >
      {cues.map((cue, index) => (
        <li key={index} ref={index === currentIndex ? currentLine : undefined}>
          {cue.speaker && cue.speaker !== cues[index - 1]?.speaker && (
            <p className="px-2.5 pt-3 pb-1 pl-[4.375rem] text-sm font-semibold text-ink-soft">
              {cue.speaker}
            </p>
          )}
          <a
            href={videoPath({ fragment: video.fragment, seconds: cue.seconds })}
            aria-current={index === currentIndex || undefined}
            className="is-selected grid grid-cols-[3.25rem_minmax(0,1fr)] gap-2 rounded-control px-2.5 py-2.5 hover:bg-ink-wash aria-[current]:bg-accent-wash lg:py-1.5"
            onClick={onPlainClick(() => jumpTo(cue))}
          >
            <time
              dateTime={`PT${Math.floor(cue.seconds)}S`}
              className="relative pt-px text-right text-sm text-ink-soft tabular-nums in-aria-[current]:font-medium in-aria-[current]:text-accent-deep"
            >
              <ClockTime seconds={cue.seconds} />
            </time>
            <span className="max-w-[68ch]">{cue.text}</span>
          </a>
        </li>
      ))}
    </ol>
  )
})
Lines.displayName = 'Lines'

interface LinesProps {
  video: VideoView
  cues: readonly Cue[]
  currentIndex: number
  player: VideoPlayer
}
