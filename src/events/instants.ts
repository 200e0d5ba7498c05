import { DAY_MS, MINUTE_MS } from '#src/shared/units.ts'
import type { ProgrammeEvent, WallTime } from './event.ts'
import { wallStarts } from './recurrence.ts'

/** When an event begins, in whole minutes since 1970: from one moment up to another, both in milliseconds. */
export function startMinutes(event: ProgrammeEvent, zone: string, from: number, until: number): number[] {
  const minutes: number[] = []
  for (const time of wallStarts(event)) {
    // No zone is a day away from UTC: what is later on the wall by more is later anywhere.
    if (asUtc(time) > until + DAY_MS) break
    if (asUtc(time) < from - DAY_MS) continue
    const instant = instantOf(time, zone)
    if (instant >= from && instant < until) minutes.push(instant / MINUTE_MS)
  }
  return minutes
}

/**
 * The moment at which a wall in this zone shows this time, in milliseconds since 1970. Of two, the earlier; a time that
 * summer time skips is as much later, as RFC 5545 has it.
 */
export function instantOf(time: WallTime, zone: string): number {
  const utc = asUtc(time)
  const before = utc - offsetAt(utc - DAY_MS, zone)
  if (before + offsetAt(before, zone) === utc) return before
  const after = utc - offsetAt(utc + DAY_MS, zone)
  return after + offsetAt(after, zone) === utc ? after : before
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

function asUtc(time: WallTime): number {
  return Date.parse(`${time.replace(' ', 'T')}:00Z`)
}
