import type { Audience } from '../audience.ts'

/**
 * The playlist at build: cohorts of weeks of videos, in the order of their file names, the newest cohort first. It must not
 * get into a script file, because those are public; `view.ts` has what a page may contain.
 */
export interface Cohort {
  /** Folder and address: `cohort-17`. */
  path: string
  title: string
  audience: Audience
  weeks: Week[]
}

export interface Week {
  /** `cohort-17/01-week-1`. */
  path: string
  title: string
  audience: Audience
  videos: Video[]
}

export interface Video {
  /** `cohort-17/01-week-1/02-problem-interviews`: where its file lies, and where its transcript is read. */
  path: string
  title: string
  /** With its week's and its cohort's. */
  audience: Audience
  /** Its fragment, unique across cohorts: `slug`, else `toFragment` of the title. */
  fragment: string
  /** Former fragments that still lead here. */
  aliases: string[]
  videoId: string
  speakers: string[]
  /** `2025-06-02`. */
  date: string | null
  /** When it was published, in the programme's time zone; null when the file's Git history decides. */
  published: string | null
  durationSeconds: number | null
  description: string
  text: string
  cues: Cue[]
}

export interface Cue {
  seconds: number
  speaker: string | null
  text: string
}

/** Of which a member's newest is the first that is for them. */
export function newestCohorts(cohorts: readonly Cohort[]): readonly Cohort[] {
  const forAll = cohorts.findIndex(({ audience }) => audience.length === 0)
  return forAll < 0 ? cohorts : cohorts.slice(0, forAll + 1)
}
