import ICAL from 'ical.js'
import { asUtc } from '#src/shared/zoned-instant.ts'
import type { ProgrammeEvent } from './event.ts'

/** When an event takes place, independent of today: 'Every Wednesday, 12:00 PM', 'June 4, 2025, 12:00 PM'. */
export function sayRule({ starts, repeats, until }: Said): string {
  const count = repeats === undefined ? 1 : (ICAL.Recur.fromString(repeats).count ?? 0)
  const days = (repeats && count !== 1 && sayDays(repeats, starts)) || say(starts, { dateStyle: 'long' })
  const end = until ? ` until ${say(until, { dateStyle: 'long' })}` : count > 1 ? `, ${count} times` : ''
  return `${days}${end}, ${say(starts, { timeStyle: 'short' })}`
}

type Said = Pick<ProgrammeEvent, 'starts' | 'repeats' | 'until'>

/** 'First Monday of the month'. null for a rule that a few words can't say, which the content check refuses. */
export function sayDays(repeats: string, starts: string): string | null {
  const { freq, interval, count, parts } = ICAL.Recur.fromString(repeats)
  const { BYDAY = [], BYMONTHDAY = [], BYSETPOS = [] } = parts
  const weekdays = BYDAY.length > 0 ? BYDAY.map(weekdayOf) : [say(starts, { weekday: 'long' })]
  const inMonth = interval === 1 ? 'of the month' : `every ${interval} months`
  const isOrdinal = BYDAY.some((day) => day.length > 2)
  if (count !== null && count < 1) return null
  switch ([freq, ...Object.keys(parts).sort()].join(' ')) {
    case 'DAILY':
      return interval === 1 ? 'Every day' : `Every ${interval} days`
    case 'WEEKLY':
    case 'WEEKLY BYDAY':
      return isOrdinal ? null : sayWeekly(weekdays, interval)
    case 'MONTHLY BYDAY':
      if (isOrdinal) return sayOrdinals(BYDAY, inMonth)
      return interval > 1 ? null : sayWeekly(weekdays, interval)
    case 'MONTHLY BYDAY BYSETPOS': {
      const [day] = isWorkingWeek(weekdays) ? ['weekday'] : BYDAY.length === 1 ? BYDAY : []
      return isOrdinal || !day
        ? null
        : sayOrdinals(
            BYSETPOS.map((position) => `${position}${day}`),
            inMonth,
          )
    }
    case 'MONTHLY':
      return sayDates([Number(starts.slice(8, 10))], inMonth)
    case 'MONTHLY BYMONTHDAY':
      return sayDates(BYMONTHDAY, inMonth)
    case 'YEARLY':
      return interval > 1 ? null : `Every ${say(starts, { month: 'long', day: 'numeric' })}`
    default:
      return null
  }
}

function sayWeekly(weekdays: readonly string[], interval: number): string {
  if (interval === 1 && isWorkingWeek(weekdays)) return 'Monday to Friday'
  if (interval === 1 && weekdays.length === 7) return 'Every day'
  const days = list(WEEKDAYS.filter((day) => weekdays.includes(day)))
  return interval > 2
    ? `Every ${interval} weeks on ${days}`
    : `Every ${interval === 2 ? 'second ' : ''}${days}`
}

function isWorkingWeek(weekdays: readonly string[]): boolean {
  return weekdays.length === 5 && !weekdays.includes('Saturday') && !weekdays.includes('Sunday')
}

/** '1MO' is 'First Monday', '-1weekday' the 'Last weekday'. */
function sayOrdinals(days: readonly string[], inMonth: string): string | null {
  const said = days.map((day) => {
    const position = POSITIONS[Number.parseInt(day)]
    return position && `${position} ${weekdayOf(day.replace(/^[-+]?\d+/, ''))}`
  })
  const words = list(said.filter((each) => each !== undefined))
  return said.includes(undefined) ? null : `${words.charAt(0).toUpperCase()}${words.slice(1)} ${inMonth}`
}

/** 15 is '15th', -1 the 'last day'. */
function sayDates(dates: readonly number[], inMonth: string): string | null {
  const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }
  const ordinal = new Intl.PluralRules('en-US', { type: 'ordinal' })
  const said = dates.map((date) =>
    date === -1 ? 'last day' : `${date}${endings[ordinal.select(date)] ?? 'th'}`,
  )
  return dates.some((date) => date === 0 || date < -1) ? null : `The ${list(said)} ${inMonth}`
}

function say(wall: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' }).format(asUtc(wall))
}

function list(words: readonly string[]): string {
  return new Intl.ListFormat('en-US').format(words)
}

/** 'WE' and '-1WE' are 'Wednesday'. */
function weekdayOf(day: string): string {
  return WEEKDAYS.find((name) => name.toUpperCase().startsWith(day.slice(-2))) ?? day
}

const POSITIONS: Partial<Record<number, string>> = {
  1: 'first',
  2: 'second',
  3: 'third',
  4: 'fourth',
  5: 'fifth',
  [-1]: 'last',
}
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
