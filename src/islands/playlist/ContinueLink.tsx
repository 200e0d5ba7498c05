import { writeHash } from '#src/shared/playlist/fragment.ts'
import { clockTime } from '#src/shared/playlist/times.ts'
import { videoKey } from '#src/shared/playlist/video-key.ts'
import { continueWith } from '#src/shared/playlist/watch-state.ts'
import { onPlainClick } from '#src/lib/clicks.ts'
import { useProgress } from './progress.ts'
import { allVideos, adjacentVideo } from './tree.ts'
import { usePlaylistContext } from './usePlaylist.ts'

/** Leads to the video to continue with or, if it is selected already, to the one after it. Only videos of loaded cohorts count. */
export function ContinueLink() {
  const { cohorts, selection, selectVideo } = usePlaylistContext()
  const records = useProgress((progress) => progress.records)
  const loadedVideos = new Map(allVideos(cohorts).map((video) => [videoKey(video.path), video]))
  const loadedRecords = new Map([...records].filter(([progressKey]) => loadedVideos.has(progressKey)))
  const suggestion = continueWith(loadedRecords, [...loadedVideos.keys()])
  const suggested = suggestion && loadedVideos.get(suggestion.video)
  const isSelected = suggested?.path === selection.video.path
  const next = suggested && isSelected ? adjacentVideo(cohorts, suggested, 1) : null
  const video = isSelected ? next : suggested
  if (!video) return null
  const { fragment, title } = video
  return (
    <a
      href={writeHash({ fragment, seconds: null })}
      className="mt-3 flex min-h-11 items-center gap-2.5 rounded-control border border-line bg-surface px-3.5 text-sm hover:border-edge"
      onClick={onPlainClick(() => selectVideo(fragment, null, 'continue'))}
    >
      <svg className="size-4.5 shrink-0 text-accent" aria-hidden="true">
        <use href="#playlist-play" />
      </svg>
      <span className="shrink-0 text-ink-soft">
        {labelFor({ isNext: isSelected, hasStarted: loadedRecords.size > 0 })}
      </span>{' '}
      <span className="min-w-0 flex-1 truncate font-medium text-ink">{title}</span>{' '}
      <span className="shrink-0 text-ink-soft tabular-nums">
        {!isSelected && suggestion?.seconds ? clockTime(suggestion.seconds) : ''}
      </span>
    </a>
  )
}

function labelFor({ isNext, hasStarted }: Record<'isNext' | 'hasStarted', boolean>): string {
  if (isNext) return 'Up next'
  return hasStarted ? 'Continue' : 'Start'
}
