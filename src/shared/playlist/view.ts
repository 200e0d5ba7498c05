import type { AudienceMark } from '../audience.ts'
import type { Cue, Video, Week } from './cohort.ts'
import { type Moment, writeHash } from './fragment.ts'

/** A cohort as pages and protected JSON files contain it. Never in a script file, because those are public. */
export type CohortView = GroupView &
  (
    | { weeks: WeekView[] }
    /** Until `<cohort>.json` is loaded. */
    | ({ weeks: null } & GroupSize)
  )

export interface WeekView extends GroupView {
  videos: VideoView[]
}

export interface GroupView extends Pick<Week, 'path' | 'title'> {
  audience?: AudienceMark
}

export interface GroupSize {
  count: number
  minutes: number
}

export interface VideoView extends Omit<Video, 'text' | 'cues' | 'published' | 'audience'> {
  audience?: AudienceMark
  hasTranscript: boolean
}

export const PLAYLIST_PATH = '/video-playlist'

export function videoPath(moment: Moment): string {
  return PLAYLIST_PATH + writeHash(moment)
}

/** YouTube's host that sets no cookies before a video is played. */
export const PLAYER_ORIGIN = 'https://www.youtube-nocookie.com'

export function videosOf<AnyVideo>(
  group: { videos: AnyVideo[] } | { weeks: { videos: AnyVideo[] }[] | null },
): AnyVideo[] {
  return 'videos' in group ? group.videos : (group.weeks?.flatMap(({ videos }) => videos) ?? [])
}

export function sizeOf(videos: readonly Pick<Video, 'durationSeconds'>[]): GroupSize {
  const seconds = videos.reduce((sum, { durationSeconds }) => sum + (durationSeconds ?? 0), 0)
  return { count: videos.length, minutes: Math.round(seconds / 60) }
}

/** `3 videos · 1 h 34 min`. */
export function formatGroupSummary({ count, minutes }: GroupSize): string {
  return [`${count} ${count === 1 ? 'video' : 'videos'}`, formatMinutes(minutes)].filter(Boolean).join(' · ')
}

/** `1 h 34 min`; empty for 0. */
export function formatMinutes(minutes: number): string {
  if (minutes === 0) return ''
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

const SAMPLE_ID_PREFIX = 'SAMPLE-'

export function isSample({ videoId }: Pick<Video, 'videoId'>): boolean {
  return videoId.startsWith(SAMPLE_ID_PREFIX)
}

export function watchUrl({ videoId }: Pick<Video, 'videoId'>): string {
  return `https://www.youtube.com/watch?v=${encodeURIComponent(videoId)}`
}

/** -1 before the first line, and for null. */
export function cueIndexAt(cues: readonly Cue[], seconds: number | null): number {
  return seconds === null ? -1 : cues.findLastIndex((cue) => cue.seconds <= seconds)
}
