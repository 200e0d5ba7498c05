import ICAL from 'ical.js'
import type { ProgrammeEvent } from './event.ts'

/** When an event takes place, whatever day it is: 'Every Wednesday, 12:00 PM', 'June 4, 2025, 12:00 PM'. */
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
  if (freq === 'DAILY' && interval === 1) return 'Every day'
  const days = parts.BYDAY?.flatMap(sayDay) ?? [weekday]
  const known = listed.format(days)
  if (freq === 'WEEKLY')
    return `Every ${ORDINALS[interval - 1] ?? `${interval}th`} ${known}`.replace('  ', ' ')
  if (freq === 'MONTHLY' && interval === 1 && parts.BYDAY) return `Every ${known} of the month`
  return `Every ${interval === 1 ? '' : `${interval} `}${UNITS[freq]}${interval === 1 ? '' : 's'}`
}

/** 'WE' is 'Wednesday', '-1SA' the 'last Saturday'. */
function sayDay(day: string): string[] {
  const [, count = '', name = ''] = /^([+-]?\d*)([A-Z]{2})$/.exec(day) ?? []
  const weekday = WEEKDAYS[name]
  if (!weekday) return []
  if (count === '') return [weekday]
  return [`${count === '-1' ? 'last' : (ORDINALS_IN_MONTH[Number(count) - 1] ?? '')} ${weekday}`]
}

const listed = new Intl.ListFormat('en-US')
const ORDINALS = ['', 'second', 'third']
const ORDINALS_IN_MONTH = ['first', 'second', 'third', 'fourth', 'fifth']
const UNITS: Record<string, string> = { DAILY: 'day', WEEKLY: 'week', MONTHLY: 'month', YEARLY: 'year' }
const WEEKDAYS: Record<string, string> = {
  MO: 'Monday',
  TU: 'Tuesday',
  WE: 'Wednesday',
  TH: 'Thursday',
  FR: 'Friday',
  SA: 'Saturday',
  SU: 'Sunday',
}
