import type { Cue, Video } from './model.ts'

/** What a page tells its script about the playlist, and what its JSON files hold. Never in a script file: it is secret. */
export interface PlaylistView {
  /** The newest first. */
  cohorts: CohortView[]
  /** The path of the week whose first video is shown. */
  week: string
  /** How many files the finder has. */
  shards: number
}

export interface CohortView extends Amount {
  path: string
  title: string
  /** null while they are elsewhere: `<cohort>.json` brings them. */
  weeks: WeekView[] | null
}

export interface WeekView extends Amount {
  path: string
  title: string
  /** null while they are elsewhere: `<cohort>/<week>.json` brings them. */
  videos: VideoView[] | null
}

export interface Amount {
  /** When the last of its videos came, in milliseconds since 1970; null where nothing is known of any, or long ago. */
  at: number | null
  count: number
  /** Of all videos whose length is known. */
  minutes: number
}

export interface VideoView extends Omit<Video, 'description' | 'text' | 'cues' | 'published'> {
  /** When it came, in milliseconds since 1970; null where nothing is known, or long ago. */
  at: number | null
  /** null where it stands in the page, which need not say it twice. */
  description: Words | null
  hasTranscript: boolean
}

/** What Markdown became, to be drawn: text, and elements with their attributes and what they hold. */
export type Words = readonly (
  | string
  | readonly [tag: string, attributes: Record<string, string>, held: Words]
)[]

/** `<cohort>/<week>/<video>.json` */
export type Transcript = Cue[]

/** A file of the finder: by `fragmentKey`, the week that holds the video and the fragment it has there. */
export type Found = Record<string, [week: string, fragment: string]>

/** Where the playlist and everything of it lies. */
export const PLAYLIST_PATH = '/video-playlist'

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
