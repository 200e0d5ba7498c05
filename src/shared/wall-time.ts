import { DAY_MS } from './units.ts'

/**
 * The moment at which a wall in this zone shows this day and time, in milliseconds since 1970. Of two, the earlier.
 *
 * @param time '2025-06-02 09:00'; '24:00' is the end of a day.
 */
export function instantOf(time: string, zone: string): number {
  const [day = '', clock = '00:00'] = time.split(' ')
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  const utc = Date.parse(`${day}T00:00Z`) + (hours * 60 + minutes) * 60_000
  const before = utc - aheadAt(utc - DAY_MS, zone)
  return before + aheadAt(before, zone) === utc ? before : utc - aheadAt(utc + DAY_MS, zone)
}

/** How far this zone's wall is ahead of UTC at a moment. */
function aheadAt(instant: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(instant)
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value)
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute')) - instant
}
