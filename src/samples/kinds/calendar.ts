import type { EventView } from '#src/shared/events/event-view.ts'
import { DAY_MS, MINUTE_MS } from '#src/shared/units.ts'
import { fill, fillEach, one } from '../../islands/ui/fill.ts'

/** Lists the events of some days from today or `dates` on, in the zone `ctz`: the parameters of Google's calendars. */
export function showDates(root: HTMLElement): void {
  const { events = '[]', days = '7' } = root.dataset
  const asked = new URLSearchParams(location.search)
  const timeZone = asked.get('ctz') ?? new Intl.DateTimeFormat().resolvedOptions().timeZone
  // The Swedish format is ISO 8601, so days compare as texts.
  const isoDay = new Intl.DateTimeFormat('sv-SE', { timeZone })
  const day = new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    timeZone,
  })
  const time = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone })
  const [, year, month, date] = /^(\d{4})(\d{2})(\d{2})/.exec(asked.get('dates') ?? '') ?? []
  const first = year ? `${year}-${month}-${date}` : isoDay.format(Date.now())
  const end = new Date(Date.parse(first) + Number(days) * DAY_MS).toISOString().slice(0, 10)

  const shown = (JSON.parse(events) as EventView[])
    .flatMap((event) => event.starts.map(([minute]) => ({ event, start: minute * MINUTE_MS })))
    .filter(({ start }) => first <= isoDay.format(start) && isoDay.format(start) < end)
    .toSorted((one, other) => one.start - other.start)
  const table = one(root, 'tbody')
  table.replaceChildren()
  fillEach(table, one(root, 'template') as HTMLTemplateElement, shown, (row, { event, start }) =>
    fill(row, {
      day: day.format(start),
      time: time.formatRange(start, start + event.minutes * MINUTE_MS),
      title: event.kind === 'due' ? `${event.title} is due` : event.title,
      place: event.place ?? '',
    }),
  )
  fill(root, { zone: `Times in ${timeZone.replace(/^.*\//, '').replaceAll('_', ' ')}` })
}
