import { writeHash } from '#src/shared/playlist/fragment.ts'
import { clockTime } from '#src/shared/playlist/times.ts'
import { videoKey } from '#src/shared/playlist/video-key.ts'
import { continueWith } from '#src/shared/playlist/watch-state.ts'
import { onPlainClick } from '../../lib/clicks.ts'
import { allVideos, neighbourOf } from './tree.ts'
import { usePlaylistState } from './usePlaylist.ts'

/**
 * Leads to the video to continue with or, where that one is shown, to the next; to nothing where there is none. Ignores videos
 * that were removed, and cohorts that aren't loaded.
 */
export function ContinueLink() {
  const { cohorts, entries, shown, goTo } = usePlaylistState().playlist
  const loaded = new Map(allVideos(cohorts).map((video) => [videoKey(video.path), video]))
  const ofLoaded = new Map([...entries].filter(([key]) => loaded.has(key)))
  const known = continueWith(ofLoaded, [...loaded.keys()])
  const left = known && loaded.get(known.video)
  const after = left?.path === shown.video.path ? neighbourOf(cohorts, left, 1) : null
  const video = after ?? left
  if (!video || video.path === shown.video.path) return null
  const { fragment, title } = video
  const verb = after ? 'Up next' : ofLoaded.size > 0 ? 'Continue' : 'Start'
  return (
    <a
      href={writeHash({ fragment, seconds: null })}
      className="mt-3 video-line hover:border-edge"
      onClick={onPlainClick(() => goTo(fragment, null, 'continue'))}
    >
      <svg className="size-4.5 shrink-0 text-accent" aria-hidden="true">
        <use href="#playlist-play" />
      </svg>
      <span className="shrink-0 text-ink-soft">{verb}</span>{' '}
      <span className="min-w-0 flex-1 truncate font-medium text-ink">{title}</span>{' '}
      <span className="shrink-0 text-ink-soft tabular-nums">
        {!after && known?.seconds ? clockTime(known.seconds) : ''}
      </span>
    </a>
  )
}
