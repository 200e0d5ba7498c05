import type { Occurrence } from './occurrences.ts'
import { type Day, onTheWall, sayDay, sayTime } from './wall.ts'

export interface PlannedDay {
  day: Day
  events: Occurrence[]
}

export interface Look {
  zone: string
  today: Day
  /** '2026-11': days outside of it are dimmed in a month. */
  month: string
}

/** An hour's height in a week; the lines between hours are drawn by the style sheet. */
const HOUR_REM = 3

/** Shorter than this an event has room for its title alone. */
const TWO_LINES_MS = 45 * 60_000

/** Days that have something, one under another. */
export function agenda(plan: PlannedDay[], { zone, today }: Look): HTMLElement {
  const days = plan.filter(({ events }) => events.length > 0)
  return element(
    'div',
    'agenda',
    ...days.map(({ day, events }) =>
      element(
        'section',
        'agenda-day',
        element('h3', 'font-sans text-sm font-semibold tracking-normal py-2', sayLong(day, today)),
        element('div', 'grid gap-1.5', ...events.map((one) => agendaEvent(one, zone))),
      ),
    ),
  )
}

function agendaEvent({ event, start, end }: Occurrence, zone: string): HTMLElement {
  const time = `${sayTime(start, zone)} – ${sayTime(end, zone)}`
  const line = element(
    'div',
    'event agenda-event',
    element('span', 'w-full tabular-nums sm:w-40', time),
    element('span', 'font-medium', event.title),
    element('span', 'text-ink-soft', event.place),
  )
  line.dataset.color = event.color
  return line
}

/** Weeks under one another, a cell for each day. */
export function month(plan: PlannedDay[], look: Look): HTMLElement {
  const heads = plan
    .slice(0, 7)
    .map(({ day }) => element('div', 'weekday', sayDay(day, { weekday: 'short' })))
  return element('div', 'month', ...heads, ...plan.map((planned) => cell(planned, look)))
}

function cell({ day, events }: PlannedDay, { zone, today, month }: Look): HTMLElement {
  const date = element('span', day === today ? 'date today' : 'date', String(Number(day.slice(8))))
  const chips = events.map(({ event, start }) => {
    const time = element('span', 'max-lg:hidden', `${sayTime(start, zone)} `)
    const chip = element('div', 'event chip', time, event.title)
    chip.dataset.color = event.color
    chip.title = listed(`${sayTime(start, zone)} ${event.title}`, event.place)
    return chip
  })
  return element('div', day.startsWith(month) ? 'cell' : 'cell outside', date, ...chips)
}

/** Days beside one another, hours from top to bottom: those in which anything happens. */
export function week(plan: PlannedDay[], look: Look): HTMLElement {
  const begins = plan.flatMap(({ events }) => events.map(({ start }) => onTheWall(start, look.zone).minutes))
  const ends = plan.flatMap(({ events }) =>
    events.map(({ start, end }) => onTheWall(start, look.zone).minutes + (end - start) / 60_000),
  )
  const first = Math.floor(Math.min(...begins, 9 * 60) / 60)
  const last = Math.min(24, Math.ceil(Math.max(...ends, 17 * 60) / 60))

  const hours = element('div', 'hours', ...hourMarks(first, last))
  hours.style.height = rem((last - first) * 60)
  return element(
    'div',
    'week',
    element('div', 'head'),
    ...plan.map(({ day }) => head(day, look)),
    hours,
    ...plan.map(({ events }) => element('div', 'column', ...events.map((one) => block(one, first, look)))),
  )
}

function head(day: Day, { today }: Look): HTMLElement {
  const date = element('span', day === today ? 'date today' : 'date', String(Number(day.slice(8))))
  date.classList.add('mb-0', 'text-ink')
  return element('div', 'head', sayDay(day, { weekday: 'short' }), date)
}

function hourMarks(first: number, last: number): HTMLElement[] {
  return Array.from({ length: last - first - 1 }, (_, index) => {
    const hour = first + index + 1
    const mark = element('span', '', `${((hour + 11) % 12) + 1} ${hour < 12 ? 'AM' : 'PM'}`)
    mark.style.top = rem((hour - first) * 60)
    return mark
  })
}

function block({ event, start, end }: Occurrence, first: number, { zone }: Look): HTMLElement {
  const { minutes } = onTheWall(start, zone)
  const isShort = end - start < TWO_LINES_MS
  const title = element('div', isShort ? 'truncate leading-tight font-medium' : 'leading-tight font-medium')
  title.append(event.title)
  const whole = element('div', 'event block', title)
  if (!isShort) whole.append(element('div', 'truncate', listed(sayTime(start, zone), event.place)))
  whole.dataset.color = event.color
  whole.title = listed(`${sayTime(start, zone)} ${event.title}`, event.place)
  whole.style.top = rem(minutes - first * 60)
  whole.style.height = rem(Math.min((end - start) / 60_000, 24 * 60 - minutes))
  return whole
}

function listed(...words: string[]): string {
  return words.filter(Boolean).join(', ')
}

function rem(minutes: number): string {
  return `${(minutes / 60) * HOUR_REM}rem`
}

function sayLong(day: Day, today: Day): string {
  const words = sayDay(day, { weekday: 'short', month: 'short', day: 'numeric' })
  return day === today ? `${words} · today` : words
}

function element(name: string, className: string, ...children: (Node | string)[]): HTMLElement {
  const made = document.createElement(name)
  made.className = className
  made.append(...children)
  return made
}
