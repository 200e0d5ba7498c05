import { getCollection } from 'astro:content'
import type { ProgrammeEvent } from '#src/events/event.ts'
import { startsOf } from '#src/events/recurrence.ts'
import { MISSED_STAYS_MS, type EventView } from '#src/shared/events/event-view.ts'

/** Every event of the programme, by the name of its file. */
export const events: readonly NamedEvent[] = (await getCollection('events'))
  .map(({ id, data }) => ({ name: id, event: data }))
  .sort((one, other) => one.name.localeCompare(other.name))

/** The events between two moments (in milliseconds), and deadlines that may have been missed, for the browser's clock to choose from. */
export function eventViews(zone: string, from: number, until: number): EventView[] {
  return events
    .map(({ name, event }) => {
      const { title, kind, minutes, place, join, page } = event
      const starts = startsOf(event, zone, kind === 'due' ? from - MISSED_STAYS_MS : from, until)
      return { name, title, kind, minutes, place, join, page, starts }
    })
    .filter(({ starts }) => starts.length > 0)
}

export interface NamedEvent {
  name: string
  event: ProgrammeEvent
}
