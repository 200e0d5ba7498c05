import type { Cue, Video } from './model.ts'

/** A cohort as pages and JSON files of the vault hold it. Never in a script file: those are public. */
export interface CohortView extends Amount {
  path: string
  title: string
  /** null in the pages of other cohorts: `<cohort>.json` has them. */
  weeks: WeekView[] | null
}

export interface WeekView extends Amount {
  path: string
  title: string
  videos: VideoView[]
}

export interface Amount {
  /** When the last of its videos came, in milliseconds since 1970; null where nothing is known of any, or long ago. */
  at: number | null
  count: number
  /** Of all videos whose length is known. */
  minutes: number
}

export interface VideoView extends Omit<Video, 'text' | 'cues' | 'published'> {
  /** When it came, in milliseconds since 1970; null where that is unknown, or long ago. */
  at: number | null
  hasTranscript: boolean
}

/** `<cohort>/<week>/<video>.json` */
export type Transcript = Cue[]

/** Where the playlist and everything of it lies. */
export const PLAYLIST_PATH = '/video-playlist'

/** YouTube's host that sets no cookie before a video is played. */
export const PLAYER_ORIGIN = 'https://www.youtube-nocookie.com'

/** `3 videos · 1 h 34 min`. */
export function summaryOf({ count, minutes }: Pick<Amount, 'count' | 'minutes'>): string {
  return [`${count} ${count === 1 ? 'video' : 'videos'}`, lengthOf(minutes)].filter(Boolean).join(' · ')
}

/** `1 h 34 min`; empty where no length is known. */
export function lengthOf(minutes: Amount['minutes']): string {
  if (minutes === 0) return ''
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

export function watchUrl({ videoId }: Pick<Video, 'videoId'>): string {
  return `https://www.youtube.com/watch?v=${encodeURIComponent(videoId)}`
}

/** The line that is said at a moment; -1 before the first, and when no moment is meant. */
export function lineAt(cues: Transcript, seconds: number | null): number {
  return seconds === null ? -1 : cues.findLastIndex((cue) => cue.seconds <= seconds)
}
