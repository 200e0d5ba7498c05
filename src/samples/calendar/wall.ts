import { DAY_MS } from '#src/shared/units.ts'

/** A day on somebody's wall, as '2026-11-21'. Days are counted on a calendar without time zones. */
export type Day = string

/** What a calendar and a clock on a wall in this zone show. */
export function onTheWall(instant: number, timeZone: string): { day: Day; minutes: number } {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(instant)
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? ''
  return {
    day: `${part('year')}-${part('month')}-${part('day')}`,
    minutes: Number(part('hour')) * 60 + Number(part('minute')),
  }
}

export function addDays(day: Day, count: number): Day {
  return new Date(noon(day) + count * DAY_MS).toISOString().slice(0, 10)
}

export function mondayOf(day: Day): Day {
  return addDays(day, -((new Date(noon(day)).getUTCDay() + 6) % 7))
}

export function firstOfMonth(day: Day, monthsLater = 0): Day {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + monthsLater, 1, 12)).toISOString().slice(0, 10)
}

export function sayDay(day: Day, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' }).format(noon(day))
}

export function sayTime(instant: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone }).format(instant)
}

/** A moment that lies in this day in no zone's neighbour's neighbour: noon in London. */
export function noon(day: Day): number {
  return Date.parse(`${day}T12:00:00Z`)
}
