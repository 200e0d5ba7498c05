import { DAY_MS } from '../units.ts'

/** How long home shows a deadline that was missed: one of every month stays until the next. */
export const MISSED_STAYS_MS = 31 * DAY_MS

/** An event in a page's data. */
export interface EventView {
  /** Name of its content file and of its calendar file. */
  name: string
  title: string
  kind: 'session' | 'due'
  minutes: number
  place?: string | undefined
  /** URL for remote participants. */
  join?: string | undefined
  /** Path of the page on which to do it. */
  page?: string | undefined
  /** Starts in minutes since 1970, each with the programme zone's offset from UTC in minutes. */
  starts: readonly (readonly [minute: number, offset: number])[]
}

/** Data of the week on the home page. */
export interface HomeWeek {
  /** The programme's zone. */
  zone: string
  /** Where the dates of this build end, in milliseconds since 1970. */
  until: number
  events: readonly EventView[]
  /** The path of the calendar's page; undefined for a programme without one. */
  calendar?: string | undefined
  /** The titles of the events' pages, by their paths. */
  pages: Readonly<Record<string, string>>
  /** Videos of the newest cohort, in order. */
  videos: readonly HomeVideo[]
}

export interface HomeVideo {
  /** The key of its progress. */
  key: string
  /** The title of its week. */
  week: string
  title: string
  fragment: string
  minutes: number
}
