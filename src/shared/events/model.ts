export interface EventView {
  name: string
  title: string
  kind: 'session' | 'due'
  minutes: number
  place?: string | undefined
  /** The address of the online meeting. */
  join?: string | undefined
  page?: string | undefined
  /** When it begins: minutes since 1970, and how many the programme's clock is ahead of UTC then. */
  starts: readonly (readonly [minute: number, offset: number])[]
}

/** What home's week shows, besides the member's progress. */
export interface HomeWeek {
  /** The programme's time zone. */
  zone: string
  events: readonly EventView[]
  /** The newest cohort's videos in their order. */
  videos: readonly (readonly [key: string, title: string, fragment: string, minutes: number])[]
  /** The video that newcomers begin with. */
  welcome?: string | undefined
}

/** The key of a deadline's tick, which is kept like a video's progress. */
export const dueKey = (event: string): string => `events/due/${event}`
