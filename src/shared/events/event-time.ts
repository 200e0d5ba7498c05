import { instantOf, offsetAt } from '../zoned-instant.ts'
import { browserOffset, cityOf, programmeClock, toZoned } from '../zoned-time.ts'
import { MINUTE_MS } from '../units.ts'

export interface EventTime {
  /** On the programme's calendar: 'Every Wednesday'. */
  dates: string
  /** The first start on the programme's clock: '2025-06-04 12:00'. */
  starts: string
  repeats: boolean
  zone: string
}

/** 'Every Wednesday, 5:00 PM · 12:00 PM in Honolulu': the member's clock, then the programme's where it differs. */
export function formatEventTime({ dates, starts, repeats, zone }: EventTime, now: number): string {
  const [, clock = ''] = starts.split(' ')
  const firstStart = instantOf(starts, zone)
  const today = new Date(now + offsetAt(now, zone)).toISOString().slice(0, 10)
  // Daylight saving may have changed since the first start.
  const moment = repeats && firstStart < now ? instantOf(`${today} ${clock}`, zone) : firstStart
  const programmeTime = toZoned(moment, offsetAt(moment, zone) / MINUTE_MS)
  const memberTime = toZoned(moment, browserOffset(moment))
  if (memberTime.iso === programmeTime.iso && memberTime.clock === programmeTime.clock)
    return `${dates}, ${memberTime.clock}`
  const day = { '-1': ' the day before', '1': ' the next day' }[memberTime.day - programmeTime.day] ?? ''
  return `${dates}, ${memberTime.clock}${day} · ${programmeTime.clock} in ${cityOf(zone)}`
}

export function formatStart(start: number, offset: number, zone: string): string {
  const { weekday, month, date, clock } = toZoned(start, browserOffset(start))
  const programmeTime = programmeClock(start, offset)
  return `${weekday}, ${month} ${date}, ${clock}${programmeTime ? ` · ${programmeTime} in ${cityOf(zone)}` : ''}`
}
