import ICAL from 'ical.js'
import type { ProgrammeEvent } from './event.ts'

/** When an event takes place, independent of today: 'Every Wednesday, 12:00 PM', 'June 4, 2025, 12:00 PM'. */
export function sayRule({ starts, repeats }: Pick<ProgrammeEvent, 'starts' | 'repeats'>): string {
  const first = new Date(`${starts.replace(' ', 'T')}:00Z`)
  const say = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' }).format(first)
  const day =
    repeats === undefined ? say({ dateStyle: 'long' }) : sayRepeated(repeats, say({ weekday: 'long' }))
  return `${day}, ${say({ timeStyle: 'short' })}`
}

function sayRepeated(repeats: string, weekday: string): string {
  const { freq, interval, parts } = ICAL.Recur.fromString(repeats)
  const days = new Intl.ListFormat('en-US').format(parts.BYDAY?.map(sayDay) ?? [weekday])
  if (freq === 'WEEKLY')
    return ['Every', ORDINALS[interval - 1] ?? `${interval}th`, days].filter(Boolean).join(' ')
  if (freq === 'MONTHLY' && interval === 1 && parts.BYDAY) return `Every ${days} of the month`
  const unit = freq === 'DAILY' ? 'day' : freq.toLowerCase().replace('ly', '')
  return interval === 1 ? `Every ${unit}` : `Every ${interval} ${unit}s`
}

/** 'WE' is 'Wednesday', '-1SA' the 'last Saturday'. */
function sayDay(day: string): string {
  const weekday = WEEKDAYS.find((name) => name.toUpperCase().startsWith(day.slice(-2))) ?? day
  const count = Number.parseInt(day)
  if (Number.isNaN(count)) return weekday
  return `${count === -1 ? 'last' : ['first', 'second', 'third', 'fourth', 'fifth'][count - 1]} ${weekday}`
}

const ORDINALS = ['', 'second', 'third']
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
