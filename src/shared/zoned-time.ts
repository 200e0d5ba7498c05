import { DAY_MS, MINUTE_MS } from './units.ts'

/**
 * The local date and time of an instant: { weekday: 'Thursday', month: 'June', date: 26, clock: '3:42 PM' }. Doesn't use `Intl`,
 * whose first formatter takes 50 to 190 ms on a slow CPU.
 *
 * @param offset of the zone from UTC then, in minutes.
 */
export function toZoned(moment: number, offset: number) {
  const shown = new Date(moment + offset * MINUTE_MS)
  const hour = shown.getUTCHours()
  const minute = String(shown.getUTCMinutes()).padStart(2, '0')
  return {
    /** Days since 1970. */
    day: Math.floor(shown.getTime() / DAY_MS),
    iso: shown.toISOString().slice(0, 10),
    weekday: String(WEEKDAYS[shown.getUTCDay()]),
    month: String(MONTHS[shown.getUTCMonth()]),
    date: shown.getUTCDate(),
    // Narrow no-break space, as in `Intl`.
    clock: `${hour % 12 || 12}:${minute}\u202f${hour < 12 ? 'AM' : 'PM'}`,
  }
}

/** `Pacific/Honolulu` is `Honolulu`. */
export function cityOf(zone: string): string {
  return zone.replace(/^.*\//, '').replaceAll('_', ' ')
}

/** The browser's offset from UTC at an instant, in minutes. */
export const browserOffset = (moment: number): number => -new Date(moment).getTimezoneOffset()

/** The programme's clock, with its weekday where that differs from the member's; null where both clocks agree. */
export function programmeClock(moment: number, offset: number): string | null {
  const own = browserOffset(moment)
  if (own === offset) return null
  const { day, weekday, clock } = toZoned(moment, offset)
  return day === toZoned(moment, own).day ? clock : `${weekday.slice(0, 3)}, ${clock}`
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)
