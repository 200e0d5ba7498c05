import { DAY_MS, MINUTE_MS } from './units.ts'

/**
 * What hangs on a wall at a moment: { weekday: 'Thursday', month: 'June', date: 26, clock: '3:42 PM' }. Words that stand in a
 * page before its first paint come from here: the first formatter of `Intl` takes a slow processor 50 to 190 ms.
 *
 * @param offset how far the wall's clock is ahead of UTC then, in minutes.
 */
export function wallAt(moment: number, offset: number): Wall {
  const shown = new Date(moment + offset * MINUTE_MS)
  const hour = shown.getUTCHours()
  const minute = String(shown.getUTCMinutes()).padStart(2, '0')
  return {
    day: Math.floor(shown.getTime() / DAY_MS),
    weekday: String(WEEKDAYS[shown.getUTCDay()]),
    month: String(MONTHS[shown.getUTCMonth()]),
    date: shown.getUTCDate(),
    // A narrow space that does not break, as `Intl` writes it.
    clock: `${hour % 12 || 12}:${minute}\u202f${hour < 12 ? 'AM' : 'PM'}`,
  }
}

export interface Wall {
  /** Days since 1970. */
  day: number
  weekday: string
  month: string
  date: number
  clock: string
}

/** How far a wall's clock is ahead of UTC at a moment, in minutes. */
export type OffsetAt = (moment: number) => number

export const ownOffset: OffsetAt = (moment) => -new Date(moment).getTimezoneOffset()

/** The offsets of a zone, each from a minute since 1970 on, the first from the beginning. */
export type Offsets = readonly (readonly [from: number, offset: number])[]

export function offsetIn(offsets: Offsets): OffsetAt {
  return (moment) => offsets.findLast(([from]) => from * MINUTE_MS <= moment)?.[1] ?? offsets[0]?.[1] ?? 0
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
