import type { Offsets } from '../wall.ts'
import type { Runs } from './runs.ts'

/** An event as a page carries it: what the browser's clock chooses from. */
export interface EventView {
  /** Its file's name, and its calendar file's. */
  name: string
  title: string
  kind: 'session' | 'due'
  minutes: number
  place?: string | undefined
  /** Where to take part from afar. */
  join?: string | undefined
  /** The page where it is done. */
  page?: string | undefined
  /** When it begins. */
  runs: Runs
}

/** What home's week is made of besides the member's progress. */
export interface WeekView {
  /** The programme's zone. */
  zone: string
  /** Its clock, for as long as there are events. */
  offsets: Offsets
  events: readonly EventView[]
  /** The newest cohort's videos in their order, by key; of a cohort that is too large to come whole the first alone. */
  videos: readonly WeekVideo[]
  /** The video with which the newcomer's banner has done its work. */
  welcome?: string | undefined
}

export type WeekVideo = readonly [key: string, title: string, fragment: string]
