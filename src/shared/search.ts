import type { AudienceMark } from './audience.ts'
import type { EventTime } from './events/event-time.ts'

/** `title` and `href` are unique together. */
export interface SearchEntry {
  audience?: AudienceMark
  group: SearchGroup
  title: string
  text?: string | undefined
  context?: string | undefined
  /** Of an event; the browser shows it as the context. */
  time?: EventTime | undefined
  /** Other words by which it is found: synonyms, an event's place, a video's speakers. */
  also?: string | undefined
  /** A path of this site, or a URL of another; empty for a command. */
  href: string
}

export type SearchGroup =
  'Pages' | 'Members' | 'Events' | 'Notes' | 'Account' | 'Channels' | 'Videos' | 'Said in a video'

export type TranscriptsFile = {
  audience?: AudienceMark
  title: string
  fragment: string
  cues: [seconds: number, text: string][]
}[]
