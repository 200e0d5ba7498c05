import { getCollection } from 'astro:content'
import { markFor, withMark } from './groups.ts'
import { pages } from './pages.ts'
import type { ProgrammeEvent } from '#src/events/event.ts'
import { occurrencesBetween } from '#src/events/recurrence.ts'
import { MISSED_STAYS_MS, type EventView } from '#src/shared/events/event-view.ts'

export const events: readonly NamedEvent[] = (await getCollection('events'))
  .map(({ id, data }) => ({ name: id, event: data }))
  .sort((one, other) => one.name.localeCompare(other.name))

/**
 * The events from which the browser chooses by its clock: those between two moments, and deadlines that may have been missed.
 *
 * @param from in milliseconds since 1970.
 */
export function eventViews(zone: string, from: number, until: number): EventView[] {
  return events
    .map(({ name, event }) => {
      const { title, kind, minutes, place, join, for: names } = event
      const starts = occurrencesBetween(event, zone, kind === 'due' ? from - MISSED_STAYS_MS : from, until)
      const page = pageLink(event.page)
      return { name, title, kind, minutes, place, joinUrl: join, page, starts, audience: markFor(names) }
    })
    .filter(({ starts }) => starts.length > 0)
}

// Home itself needs no link.
function pageLink(href = ''): EventView['page'] {
  const page = pages.get(href)
  return page && withMark({ label: page.title, href })
}

export interface NamedEvent {
  name: string
  event: ProgrammeEvent
}
