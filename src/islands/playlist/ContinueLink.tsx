import { writeHash } from '#src/shared/playlist/fragment.ts'
import { clockTime } from '#src/shared/playlist/times.ts'
import { videoKey } from '#src/shared/playlist/video-key.ts'
import { continueWith } from '#src/shared/playlist/watch-state.ts'
import { onPlainClick } from '#src/lib/clicks.ts'
import { useProgress } from './progress.ts'
import { allVideos, adjacentVideo } from './tree.ts'
import { usePlaylistState } from './usePlaylist.ts'

/**
 * Leads to the video to continue with or, where that one is shown, to the next; to nothing where there is none. Ignores videos
 * that were removed, and cohorts that aren't loaded.
 */
export function ContinueLink() {
  const { cohorts, shown, goTo } = usePlaylistState()
  const records = useProgress((progress) => progress.records)
  const loaded = new Map(allVideos(cohorts).map((video) => [videoKey(video.path), video]))
  const recordsOfLoaded = new Map([...records].filter(([key]) => loaded.has(key)))
  const suggested = continueWith(recordsOfLoaded, [...loaded.keys()])
  const left = suggested && loaded.get(suggested.video)
  const after = left?.path === shown.video.path ? adjacentVideo(cohorts, left, 1) : null
  const video = after ?? left
  if (!video || video.path === shown.video.path) return null
  const { fragment, title } = video
  const verb = after ? 'Up next' : recordsOfLoaded.size > 0 ? 'Continue' : 'Start'
  return (
    <a
      href={writeHash({ fragment, seconds: null })}
      className="mt-3 flex min-h-11 items-center gap-2.5 rounded-control border border-line bg-surface px-3.5 text-sm hover:border-edge"
      onClick={onPlainClick(() => goTo(fragment, null, 'continue'))}
    >
      <svg className="size-4.5 shrink-0 text-accent" aria-hidden="true">
        <use href="#playlist-play" />
      </svg>
      <span className="shrink-0 text-ink-soft">{verb}</span>{' '}
      <span className="min-w-0 flex-1 truncate font-medium text-ink">{title}</span>{' '}
      <span className="shrink-0 text-ink-soft tabular-nums">
        {!after && suggested?.seconds ? clockTime(suggested.seconds) : ''}
      </span>
    </a>
  )
}
