import { DAY_MS, HOUR_MS, MINUTE_MS } from '#src/shared/units.ts'

/** An event of the sample calendars: it comes again every so many weeks, for ever. */
export interface SampleEvent {
  title: string
  place: string
  day: (typeof WEEKDAYS)[number]
  /** In Honolulu: '09:30'. */
  start: string
  minutes: number
  every: number
  /** In which of these weeks it begins. */
  from: number
  color: string
}

export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const

/** The Monday all weeks are counted from. */
export const FIRST_MONDAY = Date.UTC(2025, 5, 2)

/** Hawaii has no summer time: its clocks are ten hours behind at every time of the year. */
export const HONOLULU_OFFSET_MS = 10 * HOUR_MS

const WEEK_MS = 7 * DAY_MS

export interface Occurrence {
  event: SampleEvent
  /** Milliseconds since 1970. */
  start: number
  end: number
}

/** Everything that begins from one moment up to another, in order. */
export function occurrences(events: readonly SampleEvent[], from: number, until: number): Occurrence[] {
  const first = Math.floor((from - FIRST_MONDAY) / WEEK_MS) - 1
  const last = Math.ceil((until - FIRST_MONDAY) / WEEK_MS) + 1
  const weeks = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  return weeks
    .flatMap((week) => events.filter((event) => takesPlace(event, week)).map((event) => inWeek(event, week)))
    .filter(({ start }) => start >= from && start < until)
    .sort((one, other) => one.start - other.start)
}

/** When an event begins in a week, counted from the first Monday. */
export function inWeek(event: SampleEvent, week: number): Occurrence {
  const start =
    FIRST_MONDAY +
    week * WEEK_MS +
    WEEKDAYS.indexOf(event.day) * DAY_MS +
    minutesOf(event.start) * MINUTE_MS +
    HONOLULU_OFFSET_MS
  return { event, start, end: start + event.minutes * MINUTE_MS }
}

function takesPlace({ every, from }: SampleEvent, week: number): boolean {
  return (((week - from) % every) + every) % every === 0
}

function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * 60 + minutes
}
