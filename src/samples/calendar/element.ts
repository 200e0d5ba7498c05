import { DAY_MS } from '#src/shared/units.ts'
import { type Occurrence, occurrences, type ShownEvent } from './occurrences.ts'
import { agenda, month, week } from './views.ts'
import { addDays, type Day, firstOfMonth, mondayOf, noon, onTheWall, sayDay } from './wall.ts'

type View = 'agenda' | 'month' | 'week'

const AGENDA_DAYS = 28

/** A calendar that computes its own days, in the zone its address names (`ctz`) as Google's do. */
class SampleCalendar extends HTMLElement {
  #zone = zoneOf(new URLSearchParams(location.search).get('ctz'))
  #today = onTheWall(Date.now(), this.#zone).day
  #shown = this.#today

  connectedCallback() {
    this.#part('[data-zone]').textContent = `Times in ${this.#zone.replace(/^.*\//, '').replaceAll('_', ' ')}`
    this.#part('[data-steps]').hidden = false
    for (const button of this.querySelectorAll<HTMLElement>('[data-step]')) {
      button.addEventListener('click', () => this.#step(button.dataset.step))
    }
    this.#draw()
  }

  get #view(): View {
    return this.dataset.view as View
  }

  #step(where: string | undefined): void {
    if (where === 'today') this.#shown = this.#today
    else this.#shown = step(this.#view, this.#shown, where === 'back' ? -1 : 1)
    this.#draw()
  }

  #draw(): void {
    const { from, days, title } = span(this.#view, this.#shown)
    const dates = Array.from({ length: days }, (_, index) => addDays(from, index))
    const events = JSON.parse(this.dataset.events ?? '[]') as ShownEvent[]
    const found = occurrences(events, noon(from) - 2 * DAY_MS, noon(from) + (days + 2) * DAY_MS)
    const byDay = groupByDay(found, this.#zone)
    const plan = dates.map((day) => ({ day, events: byDay.get(day) ?? [] }))
    const look = { zone: this.#zone, today: this.#today, month: this.#shown.slice(0, 7) }

    this.#part('[data-title]').textContent = title
    const list = agenda(
      plan.filter(({ day }) => this.#view !== 'month' || day.startsWith(look.month)),
      look,
    )
    if (this.#view === 'agenda') this.#part('[data-body]').replaceChildren(list)
    else {
      list.classList.add('narrow')
      const grid = this.#view === 'month' ? month(plan, look) : week(plan, look)
      this.#part('[data-body]').replaceChildren(grid, list)
    }
  }

  #part(selector: string): HTMLElement {
    const part = this.querySelector<HTMLElement>(selector)
    if (!part) throw new Error(`The sample calendar has no ${selector}.`)
    return part
  }
}

export function startSampleCalendars(): void {
  customElements.define('sample-calendar', SampleCalendar)
}

/** The days a view shows around one day, and what it calls them. */
function span(view: View, shown: Day): { from: Day; days: number; title: string } {
  if (view === 'agenda') {
    const until = addDays(shown, AGENDA_DAYS - 1)
    return { from: shown, days: AGENDA_DAYS, title: `${sayShort(shown)} – ${sayShort(until)}` }
  }
  if (view === 'week') {
    const from = mondayOf(shown)
    return { from, days: 7, title: sayDay(from, { month: 'long', year: 'numeric' }) }
  }
  const first = firstOfMonth(shown)
  const from = mondayOf(first)
  const days = Math.ceil((noon(firstOfMonth(shown, 1)) - noon(from)) / DAY_MS / 7) * 7
  return { from, days, title: sayDay(first, { month: 'long', year: 'numeric' }) }
}

function step(view: View, shown: Day, direction: 1 | -1): Day {
  if (view === 'month') return firstOfMonth(shown, direction)
  return addDays(shown, direction * (view === 'week' ? 7 : AGENDA_DAYS))
}

function groupByDay(found: Occurrence[], zone: string): Map<Day, Occurrence[]> {
  return Map.groupBy(found, ({ start }) => onTheWall(start, zone).day)
}

/** A zone this browser knows; else its own. */
function zoneOf(asked: string | null): string {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: asked ?? undefined }).resolvedOptions().timeZone
  } catch {
    return new Intl.DateTimeFormat().resolvedOptions().timeZone
  }
}

function sayShort(day: Day): string {
  return sayDay(day, { month: 'short', day: 'numeric' })
}
