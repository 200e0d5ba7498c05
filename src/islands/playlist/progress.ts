import { useSyncExternalStore } from 'react'
import { videoKey } from '#src/shared/playlist/video-key.ts'
import type { VideoView } from '#src/shared/playlist/view.ts'
import { resumeAt, withPosition, withWatched, type WatchState } from '#src/shared/playlist/watch-state.ts'
import { $progress, followPage, record, sync, type Progress } from '#src/lib/progress-store.ts'

/**
 * What a component shows of the member's progress. While a video plays, that changes once a second; the component renders
 * again only where `read` returns something else.
 */
export function useProgress<Part>(read: (progress: Progress) => Part): Part {
  return useSyncExternalStore(
    subscribe,
    () => read($progress.get()),
    () => read(NO_PROGRESS),
  )
}

export function useWatchState({ path }: VideoView): WatchState | undefined {
  return useProgress(({ records }) => records.get(videoKey(path)))
}

/** The second at which a video begins: the one that a link named, else where the member left it. */
export function startSecond(
  video: VideoView,
  linked: number | null,
  { records }: Progress = $progress.get(),
): number {
  return linked ?? resumeAt(records.get(videoKey(video.path))) ?? 0
}

export function recordWatched({ path }: VideoView, isWatched: boolean): void {
  record(videoKey(path), (before, now) => withWatched(before, isWatched, now), 'now')
}

/** @param isLast whether the member stopped here. */
export function recordPosition({ video, seconds, duration, isLast }: Position): void {
  const position = { positionSeconds: seconds, durationSeconds: duration }
  record(video, (before, now) => withPosition(before, position, now), isLast ? 'now' : 'soon')
}

/** Syncs now and whenever the page is back. @returns a function that stops it. */
export function syncProgress(onLeave: () => void): () => void {
  void sync()
  return followPage(onLeave)
}

interface Position {
  /** The key of its progress. */
  video: string
  seconds: number
  duration: number | null
  isLast: boolean
}

const subscribe = (listener: () => void) => $progress.listen(listener)

const NO_PROGRESS: Progress = { records: new Map(), problem: null }
