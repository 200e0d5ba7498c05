import { DAY_MS, MINUTE_MS } from '#src/shared/units.ts'
import { fill, fillEach, one } from '../../islands/ui/fill.ts'

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

/** Lists the events of some days from today or `dates` on, in the zone `ctz`: the parameters of Google's calendars. */
export function startCalendar(root: HTMLElement): void {
  const { events = '[]', days = '7' } = root.dataset
  const asked = new URLSearchParams(location.search)
  const timeZone = asked.get('ctz') ?? new Intl.DateTimeFormat().resolvedOptions().timeZone
  const part = (name: string) => root.querySelector<HTMLElement>(`[data-${name}]`) ?? root
  const template = (name: string) => part(name) as HTMLTemplateElement
  // The Swedish format is ISO 8601, so days compare as texts.
  const dayFormat = new Intl.DateTimeFormat('sv-SE', { timeZone })
  const timeFormat = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone })
  const occurrences = (JSON.parse(events) as ShownEvent[])
    .flatMap((event) => event.starts.map((minute) => ({ event, start: minute * MINUTE_MS })))
    .sort((one, other) => one.start - other.start)
    .map((occurrence) => ({ ...occurrence, day: dayFormat.format(occurrence.start) }))
  const today = dayFormat.format(Date.now())
  const [, year, month, date] = /^(\d{4})(\d{2})(\d{2})/.exec(asked.get('dates') ?? '') ?? []
  let first = year ? `${year}-${month}-${date}` : today

  const draw = () => {
    const last = daysLater(first, Number(days) - 1)
    const shown = occurrences.filter(({ day }) => first <= day && day <= last)
    part('title').textContent = `${say(first)} – ${say(last)}`
    const byDay = Object.entries(Object.groupBy(shown, ({ day }) => day))
    fillEach(part('body'), template('day'), byDay, (section, [day, ofDay = []]) => {
      fill(section, { name: `${say(day, 'short')}${day === today ? ' · today' : ''}` })
      fillEach(one(section, 'div'), template('event'), ofDay, (row, { event, start }) => {
        const time = timeFormat.formatRange(start, start + event.minutes * MINUTE_MS)
        fill(row, { time, what: event.title, where: event.place })
        row.style.setProperty('--event', event.color)
      })
    })
  }

  root.addEventListener('click', ({ target }) => {
    const step = target instanceof Element && target.closest<HTMLElement>('[data-step]')?.dataset.step
    if (!step) return
    first = step === '0' ? today : daysLater(first, Number(step) * Number(days))
    draw()
  })
  part('zone').textContent = `Times in ${timeZone.replace(/^.*\//, '').replaceAll('_', ' ')}`
  part('steps').hidden = false
  part('body').replaceChildren()
  draw()
}

function daysLater(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}

function say(day: string, weekday?: 'short'): string {
  return new Date(day).toLocaleDateString('en-US', {
    weekday,
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  })
}
