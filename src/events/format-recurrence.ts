import ICAL from 'ical.js'
import { asUtc } from '#src/shared/zoned-instant.ts'
import type { ProgrammeEvent } from './event.ts'

/** When an event takes place, independent of today: 'Every Wednesday, 12:00 PM', 'June 4, 2025, 12:00 PM'. */
export function formatRecurrence(event: Recurrence): string {
  return `${formatDates(event)}, ${format(event.starts, { timeStyle: 'short' })}`
}

/** The same without the time: 'Every Wednesday until August 29, 2025'. */
export function formatDates({ starts, repeats, until }: Recurrence): string {
  const count = repeats === undefined ? 1 : (ICAL.Recur.fromString(repeats).count ?? 0)
  const days =
    (repeats && count !== 1 && formatWeekdays(repeats, starts)) || format(starts, { dateStyle: 'long' })
  const end = until ? ` until ${format(until, { dateStyle: 'long' })}` : count > 1 ? `, ${count} times` : ''
  return `${days}${end}`
}

type Recurrence = Pick<ProgrammeEvent, 'starts' | 'repeats' | 'until'>

/** 'First Monday of the month'. null for a rule that a few words can't say, which the content check refuses. */
export function formatWeekdays(repeats: string, starts: string): string | null {
  const { freq, interval, count, parts } = ICAL.Recur.fromString(repeats)
  const { BYDAY = [], BYMONTHDAY = [Number(starts.slice(8, 10))] } = parts
  const weekdays = BYDAY.length > 0 ? BYDAY.map(weekdayOf) : [format(starts, { weekday: 'long' })]
  const ofMonth = interval === 1 ? 'of the month' : `every ${interval} months`
  const isOrdinal = BYDAY.some((day) => day.length > 2)
  if (count !== null && count < 1) return null
  switch ([freq, ...Object.keys(parts).sort()].join(' ')) {
    case 'DAILY':
      return interval === 1 ? 'Every day' : `Every ${interval} days`
    case 'DAILY BYDAY':
      if (isOrdinal) return null
      return interval === 1
        ? formatWeekly(weekdays, 1)
        : `Every ${interval} days, only on ${listWeekdays(weekdays)}`
    case 'WEEKLY':
    case 'WEEKLY BYDAY':
      return isOrdinal ? null : formatWeekly(weekdays, interval)
    case 'MONTHLY BYDAY':
      return formatAll(
        BYDAY.map((day) => formatOrdinal(Number.parseInt(day), weekdayOf(day))),
        ofMonth,
      )
    case 'MONTHLY':
    case 'MONTHLY BYMONTHDAY':
      return formatAll(BYMONTHDAY.map(formatDate), ofMonth)
    case 'YEARLY':
      return interval > 1 ? null : `Every ${format(starts, { month: 'long', day: 'numeric' })}`
    default:
      return null
  }
}

function formatWeekly(weekdays: readonly string[], interval: number): string {
  if (interval === 1 && isWorkingWeek(weekdays)) return 'Monday to Friday'
  const days = listWeekdays(weekdays)
  return interval > 2
    ? `Every ${interval} weeks on ${days}`
    : `Every ${interval === 2 ? 'second ' : ''}${days}`
}

function listWeekdays(weekdays: readonly string[]): string {
  return list(WEEKDAYS.filter((day) => weekdays.includes(day)))
}

function isWorkingWeek(weekdays: readonly string[]): boolean {
  return weekdays.length === 5 && !weekdays.includes('Saturday') && !weekdays.includes('Sunday')
}

function formatOrdinal(position: number, day: string): string | null {
  const ordinal = position === -1 ? 'last' : ['first', 'second', 'third', 'fourth', 'fifth'][position - 1]
  return ordinal ? `${ordinal} ${day}` : null
}

function formatDate(date: number): string | null {
  if (date < 1) return date === -1 ? 'the last day' : null
  const rule = new Intl.PluralRules('en-US', { type: 'ordinal' }).select(date)
  return `the ${date}${{ one: 'st', two: 'nd', few: 'rd', many: 'th', other: 'th', zero: 'th' }[rule]}`
}

function formatAll(days: (string | null)[], ofMonth: string): string | null {
  const known = days.filter((day) => day !== null)
  const words = `${list(known)} ${ofMonth}`
  return known.length < days.length ? null : words.charAt(0).toUpperCase() + words.slice(1)
}

function weekdayOf(day: string): string {
  return WEEKDAYS.find((name) => name.toUpperCase().startsWith(day.slice(-2))) ?? day
}

function format(wall: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' }).format(asUtc(wall))
}

function list(words: readonly string[]): string {
  return new Intl.ListFormat('en-US').format(words)
}

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
