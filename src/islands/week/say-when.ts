import { DAY_MS } from '#src/shared/units.ts'

/** A moment as somebody in this zone says it: 'Today, 12:00 PM', 'Thursday, 5:30 PM', 'Thu, Jun 26, 12:00 PM'. */
export function sayWhen(moment: number, now: number, timeZone: string): string {
  return `${sayDay(moment, now, timeZone)}, ${sayClock(moment, timeZone)}`
}

export function sayClock(moment: number, timeZone: string): string {
  return format(moment, { hour: 'numeric', minute: '2-digit', timeZone })
}

/** The day that a calendar on the wall shows: '6/26/2025'. */
export function wallDay(moment: number, timeZone: string): string {
  return format(moment, { dateStyle: 'short', timeZone })
}

function sayDay(moment: number, now: number, timeZone: string): string {
  const days = dayNumber(moment, timeZone) - dayNumber(now, timeZone)
  if (days === 0) return 'Today'
  if (days === 1) return 'Tomorrow'
  if (days > 1 && days < 7) return format(moment, { weekday: 'long', timeZone })
  return format(moment, { weekday: 'short', month: 'short', day: 'numeric', timeZone })
}

function dayNumber(moment: number, timeZone: string): number {
  return Math.round(Date.parse(`${wallDay(moment, timeZone)} UTC`) / DAY_MS)
}

function format(moment: number, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-US', options).format(moment)
}
