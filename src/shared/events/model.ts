/** What a tick at a deadline is kept under, among the progress of videos. */
export const dueKey = (event: string): string => `events/due/${event}`

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
  /** When it begins: minutes since 1970, and how many the programme's clock is ahead of UTC then. */
  starts: readonly (readonly [minute: number, offset: number])[]
}

/** What home's week is made of besides the member's progress. */
export interface WeekView {
  /** The programme's zone. */
  zone: string
  events: readonly EventView[]
  /** The newest cohort's videos in their order. */
  videos: readonly (readonly [key: string, title: string, fragment: string, minutes: number])[]
  /** The video that newcomers begin with. */
  welcome?: string | undefined
}
