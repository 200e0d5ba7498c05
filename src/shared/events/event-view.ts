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
export interface HomeWeek {
  /** The programme's zone. */
  zone: string
  events: readonly EventView[]
  /** The newest cohort's videos in their order, by key; of a cohort that is too large to come whole the first alone. */
  videos: readonly (readonly [key: string, title: string, fragment: string])[]
  /** The video with which the newcomer's banner has done its work. */
  welcome?: string | undefined
}
