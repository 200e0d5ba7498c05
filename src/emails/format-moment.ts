import { inZone } from '#src/shared/zoned-instant.ts'
import { cityOf } from '#src/shared/zoned-time.ts'

/**
 * 'Thursday, June 5, at 8:30 PM your time (5:30 PM in Honolulu)'. Where both clocks agree, or the member's zone isn't known:
 * 'Thursday, June 5, at 5:30 PM in Honolulu'.
 */
export function formatMoment(moment: number, zone: string | null, timezone: string): string {
  const theirs = inZone(moment, timezone)
  const own = zone === null ? theirs : inZone(moment, zone)
  const { weekday, month, date, clock } = own
  const day = `${weekday}, ${month} ${date}, at ${plain(clock)}`
  if (own.iso === theirs.iso && clock === theirs.clock) return `${day} in ${cityOf(timezone)}`
  const programme = [own.iso !== theirs.iso && theirs.weekday, plain(theirs.clock)].filter(Boolean).join(', ')
  return `${day} your time (${programme} in ${cityOf(timezone)})`
}

/** 'today', 'tomorrow', 'on Monday' or, from a week ahead, 'on June 9'. */
export function formatDay(moment: number, now: number, zone: string): string {
  const { day, weekday, month, date } = inZone(moment, zone)
  const ahead = day - inZone(now, zone).day
  return ['today', 'tomorrow'][ahead] ?? `on ${ahead < 7 ? weekday : `${month} ${date}`}`
}

/** Without the narrow space, which some email programs can't show. */
function plain(clock: string): string {
  return clock.replace('\u202f', ' ')
}
