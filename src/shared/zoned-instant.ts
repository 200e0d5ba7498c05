import { DAY_MS, HOUR_MS, MINUTE_MS } from './units.ts'
import { toZoned } from './zoned-time.ts'

/**
 * Converts a local time to milliseconds since 1970. Of an ambiguous time the earlier instant; a time skipped by daylight saving
 * is shifted forward (RFC 5545).
 *
 * @param time '2025-06-02 09:00'; without a time the start of the day, with '24:00' its end.
 */
export function instantOf(time: string, zone: string): number {
  const utc = asUtc(time)
  const before = utc - offsetAt(utc - DAY_MS, zone)
  if (before + offsetAt(before, zone) === utc) return before
  const after = utc - offsetAt(utc + DAY_MS, zone)
  return after + offsetAt(after, zone) === utc ? after : before
}

export function asUtc(time: string): number {
  const [day, clock = ''] = time.split(' ')
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return Date.parse(`${String(day)}T00:00Z`) + hours * HOUR_MS + minutes * MINUTE_MS
}

export const NEW_FOR_MS = 14 * DAY_MS

/** The date that editors set, else when the file was added to the Git history; null when neither is known. */
export function newSince(
  published: string | null | undefined,
  addedAt: number | undefined,
  zone: string,
): number | null {
  return published ? instantOf(published, zone) : (addedAt ?? null)
}

/** The same as `toZoned`, with the zone's name in place of its offset. */
export function inZone(instant: number, zone: string) {
  return toZoned(instant, offsetAt(instant, zone) / MINUTE_MS)
}

/** The zone's offset from UTC at an instant, in milliseconds. The Swedish locale formats ISO 8601. */
export function offsetAt(instant: number, timeZone: string): number {
  const shown = new Date(instant).toLocaleString('sv-SE', { timeZone })
  return Date.parse(`${shown.replace(' ', 'T')}Z`) - instant
}
