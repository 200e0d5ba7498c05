import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { marked, played, resumeAt, type Known } from '#src/shared/playlist/known.ts'
import { videoKey } from '#src/shared/playlist/video-key.ts'
import type { VideoView } from '#src/shared/playlist/view.ts'
import type { Moment } from '../player/playback.ts'
import { openProgress } from '../progress/open.ts'

let opened: ReturnType<typeof openProgress> | null = null

/** Only in a browser: the build knows no member. */
function progress() {
  opened ??= openProgress()
  return opened
}

/** What is known about every video, by its key. */
export type Entries = ReadonlyMap<string, Known>

/** Nothing before hydration. */
export function useEntries(): Entries {
  return useSyncExternalStore(
    (listener) => progress().subscribe(listener),
    () => progress().entries(),
    () => NOTHING,
  )
}

const NOTHING: Entries = new Map()

/** Fetches what other devices saved, and sends what this one has before the page closes. */
export function useProgressSync(reportPosition: () => void): void {
  const leave = useEffectEvent(() => {
    reportPosition()
    progress().flushWithBeacon()
  })
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    addEventListener('pagehide', () => leave(), { signal })
    addEventListener('online', () => void progress().flush(), { signal })
    document.addEventListener('visibilitychange', () => document.hidden && leave(), { signal })
    void progress().pull()
    return () => controller.abort()
  }, [])
}

/** Where a video begins: at the moment a link named, else where the member left it. */
export function startOf(entries: Entries, { path }: VideoView, linked: number | null): number {
  return linked ?? resumeAt(entries.get(videoKey(path))) ?? 0
}

export function mark({ path }: VideoView, isWatched: boolean): void {
  progress().record(videoKey(path), (known, now) => marked(known, isWatched, now), 'now')
}

export function savePosition({ video, seconds, duration, how }: Moment): void {
  const position = { positionSeconds: seconds, durationSeconds: duration }
  const when = how === 'going' ? 'soon' : 'now'
  progress().record(video, (known, now) => played(known, position, now), when)
}
