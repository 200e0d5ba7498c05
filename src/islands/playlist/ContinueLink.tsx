import { useEffect, type MouseEvent } from 'react'
import { continueWith } from '#src/shared/playlist/continue.ts'
import { writeHash } from '#src/shared/playlist/fragment.ts'
import { clockTime } from '#src/shared/playlist/times.ts'
import { cohortOf, videoKey } from '#src/shared/playlist/video-key.ts'
import type { VideoView } from '#src/shared/playlist/view.ts'
import { opensElsewhere } from '../presses.ts'
import { useEntries } from './progress.ts'
import { firstOf, neighbourOf, videosOf } from './tree.ts'
import { usePlaylistState } from './usePlaylist.ts'

/** The link on top of the screen: to the video the member continues with, or, where that is shown, to the one after it. */
export function ContinueLink() {
  const { playlist } = usePlaylistState()
  const { verb, video, seconds } = useLine()
  const { fragment } = video ?? firstOf(playlist.cohorts)
  const follow = (event: MouseEvent) => {
    if (!video || opensElsewhere(event)) return
    event.preventDefault()
    playlist.goTo(fragment, null, 'continue')
  }
  return (
    <a
      href={writeHash({ fragment, seconds: null })}
      className="video-line hover:border-edge"
      onClick={follow}
    >
      <svg className="size-4.5 shrink-0 text-lagoon" aria-hidden="true">
        <use href="#playlist-play" />
      </svg>
      <span className="shrink-0 text-ink-soft">{verb}</span>{' '}
      <span className="min-w-0 flex-1 truncate font-medium text-ink">
        {video?.title ?? 'Watch anything again'}
      </span>{' '}
      <span className="shrink-0 text-ink-soft tabular-nums">{seconds ? clockTime(seconds) : ''}</span>
    </a>
  )
}

/** What the link says. A video that was removed from the playlist does not count. */
function useLine(): Line {
  const { cohorts, shown, bring } = usePlaylistState().playlist
  const entries = useEntries()
  const here = new Map(videosOf(cohorts).map((video) => [videoKey(video.path), video]))
  const next = (isKnown: (key: string) => boolean) =>
    continueWith(new Map([...entries].filter(([key]) => isKnown(key))), [...here.keys()])

  const elsewhere = (key: string) =>
    cohorts.find(({ path, weeks }) => !weeks && videoKey(path) === cohortOf(key))
  const cohort = elsewhere(next((key) => here.has(key) || elsewhere(key) !== undefined)?.video ?? '')
  useEffect(() => {
    if (cohort) void bring(cohort)
  }, [cohort, bring])

  const known = next((key) => here.has(key))
  const video = known && here.get(known.video)
  if (!video) return { verb: 'All watched', video: null, seconds: null }
  const after = neighbourOf(cohorts, shown.video, 1)
  if (video.path === shown.video.path && after) return { verb: 'Up next', video: after, seconds: null }
  return { verb: entries.size > 0 ? 'Continue' : 'Start', video, seconds: known.seconds }
}

interface Line {
  verb: string
  video: VideoView | null
  seconds: number | null
}
