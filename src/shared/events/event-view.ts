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
  /** With the distances of their starts. */
  events: readonly EventView[]
  /** Videos of the newest cohort, in order. */
  videos: readonly (readonly [key: string, title: string, fragment: string, minutes: number])[]
  /** The video after which the newcomer's banner goes away. */
  welcome?: string | undefined
}

/** Starts as a page carries them: each as its distance from the one before, because a year of weeks is the same number again. */
export function toDistances(starts: EventView['starts']): EventView['starts'] {
  return starts.map(([minute, offset], at) => {
    const [lastMinute, lastOffset] = starts[at - 1] ?? [0, 0]
    return [minute - lastMinute, offset - lastOffset]
  })
}

export function fromDistances(distances: EventView['starts']): EventView['starts'] {
  let [minute, offset] = [0, 0]
  return distances.map(([minutes, difference]) => [(minute += minutes), (offset += difference)])
}

/** The key of a deadline's tick, which is stored like a video's progress. */
export const dueKey = (event: string): string => `events/due/${event}`
