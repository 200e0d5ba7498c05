import { useSyncExternalStore } from 'react'
import { $progress, type ProgressState } from '#src/lib/progress-store.ts'
import { videoKey } from '#src/shared/playlist/video-key.ts'
import type { VideoView } from '#src/shared/playlist/view.ts'
import { resumeSeconds, type WatchState } from '#src/shared/playlist/watch-state.ts'

/**
 * A part of the member's progress. While a video plays, progress changes once a second; the component renders again only
 * where `select` returns something else.
 */
export function useProgress<Part>(select: (progress: ProgressState) => Part): Part {
  return useSyncExternalStore(
    subscribe,
    () => select($progress.get()),
    () => select(NO_PROGRESS),
  )
}

export function useWatchState({ path }: VideoView): WatchState | undefined {
  return useProgress(({ records }) => records.get(videoKey(path)))
}

/** @param linkedSeconds of the link that led here; it overrides where the member left the video. */
export function startSecond(
  video: VideoView,
  linkedSeconds: number | null,
  { records }: ProgressState = $progress.get(),
): number {
  return linkedSeconds ?? resumeSeconds(records.get(videoKey(video.path))) ?? 0
}

const subscribe = (listener: () => void) => $progress.listen(listener)

const NO_PROGRESS: ProgressState = { records: new Map(), problem: null }
