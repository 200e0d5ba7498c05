import { marked, played, resumeAt, type Known } from '#src/shared/playlist/known.ts'
import { videoKey } from '#src/shared/playlist/video-key.ts'
import type { VideoView } from '#src/shared/playlist/view.ts'
import type { Moment } from '../player/playback.ts'
import { openProgress } from '../progress/open.ts'
import { record } from '../progress/progress.ts'

/** What is known about every video, by its key. */
export type Entries = ReadonlyMap<string, Known>

/** Where a video begins: at the moment a link named, else where the member left it. */
export function startOf(entries: Entries, { path }: VideoView, linked: number | null): number {
  return linked ?? resumeAt(entries.get(videoKey(path))) ?? 0
}

export function mark({ path }: VideoView, isWatched: boolean): void {
  record(openProgress(), videoKey(path), (known, now) => marked(known, isWatched, now), 'now')
}

export function savePosition({ video, seconds, duration, how }: Moment): void {
  const position = { positionSeconds: seconds, durationSeconds: duration }
  const when = how === 'going' ? 'soon' : 'now'
  record(openProgress(), video, (known, now) => played(known, position, now), when)
}
