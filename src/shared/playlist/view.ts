import type { Cue, Video, Week } from './cohort.ts'
import { type Moment, writeHash } from './fragment.ts'

/** A cohort in pages and in JSON files of the vault; never in a script file, because those are public. */
export interface CohortView extends GroupView {
  /** null until `<cohort>.json` is loaded. */
  weeks: WeekView[] | null
}

export interface WeekView extends GroupView {
  videos: VideoView[]
}

export interface GroupView extends Pick<Week, 'path' | 'title'> {
  count: number
  /** The sum of all known lengths. */
  minutes: number
}

export interface VideoView extends Omit<Video, 'text' | 'cues' | 'published'> {
  hasTranscript: boolean
}

/** The path of the playlist and its files. */
export const PLAYLIST_PATH = '/video-playlist'

/** The path of a video, from a second on. */
export function pathOf(moment: Moment): string {
  return PLAYLIST_PATH + writeHash(moment)
}

/** YouTube's host that sets no cookies before a video is played. */
export const PLAYER_ORIGIN = 'https://www.youtube-nocookie.com'

/** `3 videos · 1 h 34 min`. */
export function summaryOf({ count, minutes }: Pick<GroupView, 'count' | 'minutes'>): string {
  return [`${count} ${count === 1 ? 'video' : 'videos'}`, lengthOf(minutes)].filter(Boolean).join(' · ')
}

/** `1 h 34 min`; empty for 0. */
export function lengthOf(minutes: number): string {
  if (minutes === 0) return ''
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** The beginning of a sample video's id: nobody has recorded it. */
const SAMPLE_ID = 'SAMPLE-'

export function isSample({ videoId }: Pick<Video, 'videoId'>): boolean {
  return videoId.startsWith(SAMPLE_ID)
}

export function watchUrl({ videoId }: Pick<Video, 'videoId'>): string {
  return `https://www.youtube.com/watch?v=${encodeURIComponent(videoId)}`
}

/** The index of the line at a second; -1 before the first, and for null. */
export function lineAt(cues: readonly Cue[], seconds: number | null): number {
  return seconds === null ? -1 : cues.findLastIndex((cue) => cue.seconds <= seconds)
}
