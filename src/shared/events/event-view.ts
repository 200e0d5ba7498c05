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
