import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import * as icons from 'lucide'
import { writeHash } from '#src/shared/playlist/fragment.ts'
import type { Cue } from '#src/shared/playlist/cohort.ts'
import { clockTime, spokenTime } from '#src/shared/playlist/times.ts'
import { lineAt, pathOf, PLAYLIST_PATH, type VideoView } from '#src/shared/playlist/view.ts'
import { fileQuery, queryClient } from '../../lib/query-client.ts'
import { isInFrame } from './player/playback.ts'
import { player, usePlayback } from './player/player.ts'
import { onPlainClick } from '../../lib/clicks.ts'
import { Icon } from '../../ui/Icon.tsx'
import { useIsHydrated } from '../../ui/useIsHydrated.ts'
import { keepInSight } from './keep-in-sight.ts'
import { usePlaylistState } from './usePlaylist.ts'

/** Loads when it is opened. Its lines seek the player and follow it. */
export function Transcript({ video }: { video: VideoView }) {
  const { shown } = usePlaylistState().playlist
  const [isOpen, setIsOpen] = useState(false)
  const isHydrated = useIsHydrated()
  const file = fileQuery<Cue[]>(`${PLAYLIST_PATH}/${video.path}.json`)
  const { data: cues, refetch } = useQuery({ ...file, enabled: isOpen }, queryClient)
  const details = useRef<HTMLDetailsElement>(null)

  useEffect(() => {
    // A search result opens it.
    if (details.current && shown.cause === 'history' && shown.seconds !== null) details.current.open = true
    // It may have been opened before hydration.
    setIsOpen(details.current?.open ?? false)
  }, [shown])

  return (
    <details
      ref={details}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      className="mt-6 rounded-card border border-line"
    >
      <summary className="flex min-h-12 list-none items-center gap-2 rounded-card px-4 text-sm font-semibold select-none">
        <Icon drawing={icons.ChevronRight} className="size-4 chevron" />
        Transcript
      </summary>
      {cues ? (
        <FollowedLines video={video} cues={cues} />
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

/** Marks the line that is being said, and scrolls to it within the transcript. */
function FollowedLines({ video, cues }: { video: VideoView; cues: readonly Cue[] }) {
  const playback = usePlayback()
  const linked = usePlaylistState().playlist.shown.seconds
  // Links name whole seconds, so the line that begins within that second counts.
  const linkedUntil = linked === null ? null : linked + 0.999
  const current = lineAt(cues, isInFrame(playback) ? playback.seconds : linkedUntil)
  const list = useRef<HTMLOListElement>(null)

  useEffect(() => {
    if (!list.current?.matches(':hover, :focus-within'))
      keepInSight(list.current, list.current?.children[current])
  }, [current])

  // Renders a long transcript once for each line, not for each of the player's messages.
  return useMemo(() => {
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
        {cues.map((cue, at) => (
          <li key={at}>
            {cue.speaker && cue.speaker !== cues[at - 1]?.speaker && (
              <p className="px-2.5 pt-3 pb-1 pl-[4.375rem] text-sm font-semibold text-ink-soft">
                {cue.speaker}
              </p>
            )}
            <a
              href={pathOf({ fragment: video.fragment, seconds: cue.seconds })}
              aria-current={at === current || undefined}
              className="cue-row"
              onClick={onPlainClick(() => jumpTo(cue))}
            >
              <time dateTime={`PT${Math.floor(cue.seconds)}S`}>
                <span aria-hidden="true">{clockTime(cue.seconds)}</span>
                <span className="sr-only">{spokenTime(cue.seconds)}</span>
              </time>
              <span className="max-w-[68ch]">{cue.text}</span>
            </a>
          </li>
        ))}
      </ol>
    )
  }, [video, cues, current])
}
