import { DAY_MS, HOUR_MS, MINUTE_MS } from './units.ts'
import type { Offsets } from './wall.ts'

/**
 * The moment at which a wall in this zone shows this time, in milliseconds since 1970. Of two, the earlier; a time that
 * summer time skips is as much later, as RFC 5545 has it.
 *
 * @param time '2025-06-02 09:00'; without a time the beginning of the day, with '24:00' its end.
 */
export function instantOf(time: string, zone: string): number {
  const utc = asUtc(time)
  const before = utc - offsetAt(utc - DAY_MS, zone)
  if (before + offsetAt(before, zone) === utc) return before
  const after = utc - offsetAt(utc + DAY_MS, zone)
  return after + offsetAt(after, zone) === utc ? after : before
}

/** The same, were the wall in London in winter. */
export function asUtc(time: string): number {
  const [day, clock = ''] = time.split(' ')
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return Date.parse(`${String(day)}T00:00Z`) + hours * HOUR_MS + minutes * MINUTE_MS
}

/** The offsets of a zone between two moments, for walls that know no zones. Clocks are changed at a quarter of an hour. */
export function offsetsOf(zone: string, from: number, until: number): Offsets {
  const offset = (quarter: number) => offsetAt(quarter * QUARTER_MS, zone) / MINUTE_MS
  const first = Math.floor(from / QUARTER_MS)
  const offsets = [[(first * QUARTER_MS) / MINUTE_MS, offset(first)] as const]
  const aDay = DAY_MS / QUARTER_MS
  for (let day = first; day * QUARTER_MS < until; day += aDay) {
    if (offset(day) === offset(day + aDay)) continue
    let [before, after] = [day, day + aDay]
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2)
      if (offset(middle) === offset(day)) before = middle
      else after = middle
    }
    offsets.push([(after * QUARTER_MS) / MINUTE_MS, offset(after)])
  }
  return offsets
}

const QUARTER_MS = 15 * MINUTE_MS

/** How far this zone's wall is ahead of UTC at a moment. */
function offsetAt(instant: number, zone: string): number {
  const parts = formatOf(zone).formatToParts(instant)
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value)
  return (
    Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second')) -
    instant
  )
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
  })
  formats.set(timeZone, format)
  return format
}

const formats = new Map<string, Intl.DateTimeFormat>()
