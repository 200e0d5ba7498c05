import type { EventTime } from './events/event-time.ts'

/** Something that the search finds. Title and address are unique together. */
export interface Entry {
  group: GroupName
  title: string
  /** Its description. */
  text?: string | undefined
  /** Where it belongs. */
  context?: string | undefined
  /** When an event takes place, which a browser says as its context. */
  time?: EventTime | undefined
  /** Other words that find it: synonyms, an event's place, a video's speakers. */
  also?: string | undefined
  /** A path of this site, or another site's address; empty for a command. */
  href: string
}

export type GroupName =
  | 'Pages'
  | 'Members'
  | 'Events'
  | 'Notes'
  | 'Account'
  | 'Channels'
  | 'Videos'
  | 'Said in a video'

/** All transcripts, the newest cohort first. */
export type TranscriptsFile = { title: string; fragment: string; cues: [seconds: number, text: string][] }[]
