import { DAY_MS, MINUTE_MS } from '#src/shared/units.ts'
import { offsetAt } from '#src/shared/zoned-instant.ts'

/** An event of the sample calendar. */
export interface ShownEvent {
  title: string
  place: string
  /** A CSS colour. */
  color: string
  minutes: number
  /** Minutes since 1970. */
  starts: number[]
}

type View = 'agenda' | 'month' | 'week'

const AGENDA_DAYS = 28
const DAY_MINUTES = 24 * 60
/** The height of an hour in the week view; a column's background draws the lines between hours. */
const HOUR_REM = 3

/** Draws the events around today, in the time zone of the address (`ctz`, as in Google's calendars). */
export function startCalendar(root: HTMLElement): void {
  const { view, events = '[]' } = root.dataset as { view: View; events?: string }
  const part = (name: string) => root.querySelector<HTMLElement>(`[data-${name}]`) ?? root
  const zone =
    new URLSearchParams(location.search).get('ctz') ?? new Intl.DateTimeFormat().resolvedOptions().timeZone
  const occurrences = (JSON.parse(events) as ShownEvent[])
    .flatMap((event) => occurrencesOf(event, zone))
    .sort((one, other) => one.start - other.start)
  const today = dayOf(localMinutes(Date.now(), zone))
  let shown = today

  const draw = () => {
    const { from, days, title } = span(view, shown)
    const plan = Array.from({ length: days }, (_, index) => from + index).map((day) => ({
      day,
      isToday: day === today,
      isInMonth: view !== 'month' || monthOf(day) === monthOf(shown),
      events: occurrences.filter(({ start }) => dayOf(start) === day),
    }))
    const list = plan.filter((day) => day.isInMonth && day.events.length > 0).map(agendaDay)
    const grid = { agenda: () => '', month: monthGrid, week: weekGrid }[view](plan)
    part('title').textContent = title
    part('body').innerHTML = `${grid}<div class="${grid && 'sm:hidden'}">${list.join('')}</div>`
    // The content security policy forbids the attribute `style`.
    for (const element of root.querySelectorAll<HTMLElement>('[data-style]'))
      element.style.cssText = element.dataset.style ?? ''
  }
  root.addEventListener('click', ({ target }) => {
    const step = target instanceof Element && target.closest<HTMLElement>('[data-step]')?.dataset.step
    if (!step) return
    if (step === '0') shown = today
    else if (view === 'month') shown = monthOf(shown, Number(step))
    else shown += Number(step) * (view === 'week' ? 7 : AGENDA_DAYS)
    draw()
  })
  part('zone').textContent = `Times in ${zone.replace(/^.*\//, '').replaceAll('_', ' ')}`
  part('steps').hidden = false
  draw()
}

interface PlannedDay {
  /** Days since 1970. */
  day: number
  isToday: boolean
  /** Whether the day is in the month shown. */
  isInMonth: boolean
  events: Occurrence[]
}

type Occurrence = ReturnType<typeof occurrencesOf>[number]

function occurrencesOf(event: ShownEvent, timeZone: string) {
  const time = (minute: number) =>
    new Date(minute * MINUTE_MS).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit', timeZone })
  return event.starts.map((minute) => ({
    event: { ...event, title: escaped(event.title), place: escaped(event.place) },
    start: localMinutes(minute * MINUTE_MS, timeZone),
    time: time(minute),
    until: time(minute + event.minutes),
  }))
}

function agendaDay({ day, isToday, events }: PlannedDay): string {
  const words = say(day, { weekday: 'short', month: 'short', day: 'numeric' })
  const lines = events.map((one) =>
    box(
      one,
      'flex flex-wrap gap-x-4 rounded-r-[6px] px-3 py-2',
      `<span class="w-full tabular-nums sm:w-40">${one.time} – ${one.until}</span>
      <span class="font-medium">${one.event.title}</span>
      <span class="text-ink-soft">${one.event.place}</span>`,
    ),
  )
  return `<section class="border-line grid gap-x-6 gap-y-2 border-t px-4 py-3 sm:grid-cols-[9rem_1fr] sm:px-6">
    <h3 class="py-2 font-sans text-sm font-semibold tracking-normal">${words}${isToday ? ' · today' : ''}</h3>
    <div class="grid gap-1.5">${lines.join('')}</div>
  </section>`
}

/** A row for each week and a cell for each day; days of other months are dimmed. */
function monthGrid(plan: PlannedDay[]): string {
  const heads = plan
    .slice(0, 7)
    .map(({ day }) => `<div class="text-ink-soft py-1.5 text-center text-xs">${weekday(day)}</div>`)
  const cells = plan.map((day) => {
    const chips = day.events.map((one) =>
      box(
        one,
        'truncate rounded-r-[4px] px-1.5 py-0.5 text-xs',
        `<span class="max-lg:hidden">${one.time} </span>${one.event.title}`,
      ),
    )
    const dimmed = day.isInMonth ? '' : 'bg-[color-mix(in_srgb,var(--color-ink)_2.5%,transparent)]'
    return `<div class="border-line grid min-w-0 content-start gap-0.5 overflow-clip border-t border-l p-1 [&:nth-child(7n+1)]:border-l-0 ${dimmed}">
      ${date(day)}${chips.join('')}
    </div>`
  })
  return `<div class="border-line hidden min-h-[34rem] auto-rows-[minmax(0,1fr)] grid-cols-7 grid-rows-[auto] border-t sm:grid">
    ${heads.join('')}${cells.join('')}
  </div>`
}

/** A column for each day, cut to the hours that have events. */
function weekGrid(plan: PlannedDay[]): string {
  const all = plan.flatMap(({ events }) => events)
  const begins = all.map(({ start }) => start % DAY_MINUTES)
  const ends = all.map(({ start, event }) => (start % DAY_MINUTES) + event.minutes)
  const first = Math.floor(Math.min(9 * 60, ...begins) / 60)
  const last = Math.min(24, Math.ceil(Math.max(17 * 60, ...ends) / 60))
  const hours = Array.from({ length: last - first - 1 }, (_, index) => first + index + 1)
  const head =
    'border-line bg-surface text-ink-soft sticky top-0 z-1 flex items-center justify-center gap-1.5 border-b py-2 text-xs'
  const heads = plan.map((day) => `<div class="${head}">${weekday(day.day)}${date(day)}</div>`)
  const marks = hours.map(
    (
      hour,
    ) => `<span class="absolute right-2 -translate-y-1/2" data-style="top: ${(hour - first) * HOUR_REM}rem">
      ${((hour + 11) % 12) + 1} ${hour < 12 ? 'AM' : 'PM'}
    </span>`,
  )
  const columns = plan.map(
    ({
      events,
    }) => `<div class="border-line relative border-l bg-[repeating-linear-gradient(to_bottom,var(--color-line)_0_1px,transparent_1px_3rem)]">
      ${events.map((one) => block(one, first * 60)).join('')}
    </div>`,
  )
  return `<div class="relative hidden grid-cols-[3.25rem_repeat(7,minmax(0,1fr))] content-start sm:grid">
    <div class="${head}"></div>${heads.join('')}
    <div class="text-ink-soft relative pr-2 text-right text-xs tabular-nums" data-style="height: ${(last - first) * HOUR_REM}rem">
      ${marks.join('')}
    </div>
    ${columns.join('')}
  </div>`
}

function block(one: Occurrence, first: number): string {
  const { title, place, minutes } = one.event
  const from = one.start % DAY_MINUTES
  const rem = (long: number) => `${(long / 60) * HOUR_REM}rem`
  // A short block only has room for the title.
  const isShort = minutes < 45
  const lines = `<div class="leading-tight font-medium ${isShort ? 'truncate' : ''}">${title}</div>`
  return box(
    one,
    'absolute inset-x-0.5 overflow-clip rounded-r-[6px] px-1.5 py-1 text-xs',
    isShort ? lines : `${lines}<div class="truncate">${listed(one.time, place)}</div>`,
    `top: ${rem(from - first)}; height: ${rem(Math.min(minutes, DAY_MINUTES - from))}`,
  )
}

function box({ event, time }: Occurrence, look: string, content: string, style = ''): string {
  return `<div class="border-l-[3px] border-(--event) bg-[color-mix(in_srgb,var(--event)_14%,var(--color-surface))] ${look}"
    data-style="--event: ${event.color}; ${style}" title="${listed(`${time} ${event.title}`, event.place)}">${content}</div>`
}

const listed = (...words: string[]) => words.filter(Boolean).join(', ')
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

function date({ day, isToday }: PlannedDay): string {
  const look = isToday ? 'bg-lagoon text-on-lagoon rounded-full font-semibold' : 'text-ink'
  return `<span class="mb-0.5 grid size-6 place-items-center text-xs tabular-nums ${look}">${say(day, { day: 'numeric' })}</span>`
}

/** The days that a view shows around a day, and their heading. */
function span(view: View, shown: number) {
  if (view === 'agenda') {
    const ends = [shown, shown + AGENDA_DAYS - 1].map((day) => say(day, { month: 'short', day: 'numeric' }))
    return { from: shown, days: AGENDA_DAYS, title: ends.join(' – ') }
  }
  const [first, next] = view === 'month' ? [monthOf(shown), monthOf(shown, 1)] : [shown, shown + 1]
  const from = first - ((first + 3) % 7)
  const title = say(view === 'month' ? first : from, { month: 'long', year: 'numeric' })
  return { from, days: Math.ceil((next - from) / 7) * 7, title }
}

/** The first day of a month. */
function monthOf(day: number, monthsLater = 0): number {
  const date = new Date(day * DAY_MS)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + monthsLater) / DAY_MS
}

const dayOf = (minute: number) => Math.floor(minute / DAY_MINUTES)
const weekday = (day: number) => say(day, { weekday: 'short' })

function say(day: number, options: Intl.DateTimeFormatOptions): string {
  return new Date(day * DAY_MS).toLocaleDateString('en-US', { ...options, timeZone: 'UTC' })
}

/** Local minutes since 1970 in a time zone. */
function localMinutes(instant: number, timeZone: string): number {
  return (instant + offsetAt(instant, timeZone)) / MINUTE_MS
}
