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

/** How far this zone's wall is ahead of UTC at a moment. Swedish dates are ISO 8601's. */
function offsetAt(instant: number, timeZone: string): number {
  const shown = new Date(instant).toLocaleString('sv-SE', { timeZone })
  return Date.parse(`${shown.replace(' ', 'T')}Z`) - instant
}
