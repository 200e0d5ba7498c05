import { instantOf, offsetAt } from '../zoned-instant.ts'
import { browserOffset, cityOf, programmeClock, toZoned } from '../zoned-time.ts'
import { MINUTE_MS } from '../units.ts'

/** When an event takes place, in a page's data. */
export interface EventTime {
  /** Its days on the programme's calendar: 'Every Wednesday'. */
  dates: string
  /** Its first start on the programme's clock: '2025-06-04 12:00'. */
  starts: string
  repeats: boolean
  /** The programme's zone. */
  zone: string
}

/** 'Every Wednesday, 5:00 PM · 12:00 PM in Honolulu': the member's clock, then the programme's where it differs. */
export function sayEventTime({ dates, starts, repeats, zone }: EventTime, now: number): string {
  const [, clock = ''] = starts.split(' ')
  const first = instantOf(starts, zone)
  const today = new Date(now + offsetAt(now, zone)).toISOString().slice(0, 10)
  // What repeats follows the clocks of today, which summer time may have moved since its first start.
  const moment = repeats && first < now ? instantOf(`${today} ${clock}`, zone) : first
  const programme = toZoned(moment, offsetAt(moment, zone) / MINUTE_MS)
  const own = toZoned(moment, browserOffset(moment))
  if (own.iso === programme.iso && own.clock === programme.clock) return `${dates}, ${own.clock}`
  const day = { '-1': ' the day before', '1': ' the next day' }[own.day - programme.day] ?? ''
  return `${dates}, ${own.clock}${day} · ${programme.clock} in ${cityOf(zone)}`
}

/** 'Friday, June 6, 11:00 PM · 5:00 PM in Honolulu': one start on the same clocks, on the member's day. */
export function sayStart(start: number, offset: number, zone: string): string {
  const { weekday, month, date, clock } = toZoned(start, browserOffset(start))
  const programme = programmeClock(start, offset)
  return `${weekday}, ${month} ${date}, ${clock}${programme ? ` · ${programme} in ${cityOf(zone)}` : ''}`
}
