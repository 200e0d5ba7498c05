/**
 * The playlist as the build knows it and as its pages show it: cohorts of weeks of videos, in the order of their file
 * names, the newest cohort first. Nothing of it may reach a script file: see `view.ts` for what a page carries.
 */
export interface Cohort {
  /** Folder and address: `cohort-17`. */
  path: string
  title: string
  weeks: Week[]
}

export interface Week {
  /** `cohort-17/01-week-1`. */
  path: string
  title: string
  videos: Video[]
}

export interface Video {
  /** `cohort-17/01-week-1/02-problem-interviews`: where its file lies, and where its transcript is read. */
  path: string
  title: string
  /** Its address within the page, unique over all cohorts: `slug`, else made from the title by `toFragment`. */
  fragment: string
  /** Former fragments that still lead here. */
  aliases: string[]
  /** YouTube's eleven characters. */
  videoId: string
  speakers: string[]
  /** `2025-06-02`. */
  date: string | null
  /** From when it counts as new, on the programme's clock; null where its file's history says it. */
  published: string | null
  durationSeconds: number | null
  /** HTML. */
  description: string
  /** The description without markup, for search. */
  text: string
  /** Empty when there is no transcript. */
  cues: Cue[]
}

/** What is said from a moment on. */
export interface Cue {
  seconds: number
  speaker: string | null
  text: string
}
