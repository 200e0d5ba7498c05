import { DAY_MS, HOUR_MS, MINUTE_MS } from './units.ts'

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

/** How far this zone's wall is ahead of UTC at a moment. */
function offsetAt(instant: number, zone: string): number {
  const parts = formatOf(zone).formatToParts(instant)
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value)
  return (
    Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second')) -
    instant
  )
}

/** Kept, because making one is slow. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { ...EVERY_FIELD, timeZone })
  formats.set(timeZone, format)
  return format
}

const formats = new Map<string, Intl.DateTimeFormat>()
const EVERY_FIELD: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
  hourCycle: 'h23',
}
