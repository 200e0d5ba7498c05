import { DAY_MS, MINUTE_MS } from './units.ts'

/**
 * What a calendar and a clock on a wall show at a moment: { weekday: 'Thursday', month: 'June', date: 26, clock: '3:42 PM' }.
 * Without `Intl`, whose first formatter takes a slow processor 50 to 190 ms: it is used before the first paint.
 *
 * @param offset how far the wall's clock is ahead of UTC then, in minutes.
 */
export function zonedTimeAt(moment: number, offset: number) {
  const shown = new Date(moment + offset * MINUTE_MS)
  const hour = shown.getUTCHours()
  const minute = String(shown.getUTCMinutes()).padStart(2, '0')
  return {
    /** Days since 1970. */
    day: Math.floor(shown.getTime() / DAY_MS),
    weekday: String(WEEKDAYS[shown.getUTCDay()]),
    month: String(MONTHS[shown.getUTCMonth()]),
    date: shown.getUTCDate(),
    // A narrow space that does not break, as `Intl` writes it.
    clock: `${hour % 12 || 12}:${minute}\u202f${hour < 12 ? 'AM' : 'PM'}`,
  }
}

/** How far this browser's clock is ahead of UTC at a moment, in minutes. */
export const browserOffset = (moment: number): number => -new Date(moment).getTimezoneOffset()

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)
