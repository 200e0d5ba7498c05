import { getCollection } from 'astro:content'
import type { ProgrammeEvent } from '#src/events/event.ts'
import { startsOf } from '#src/events/recurrence.ts'
import { MISSED_STAYS_MS, type EventView } from '#src/shared/events/event-view.ts'

/** In the order of the file names. */
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
      const { title, kind, minutes, place, join, page } = event
      const starts = startsOf(event, zone, kind === 'due' ? from - MISSED_STAYS_MS : from, until)
      return { name, title, kind, minutes, place, joinUrl: join, pagePath: page, starts }
    })
    .filter(({ starts }) => starts.length > 0)
}

export interface NamedEvent {
  name: string
  event: ProgrammeEvent
}
