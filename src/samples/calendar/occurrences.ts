import type { EventView } from '#src/shared/events/model.ts'
import { MINUTE_MS } from '#src/shared/units.ts'

/** An event of the programme as a sample calendar shows it. */
export interface ShownEvent {
  title: string
  place: string
  color: string
  minutes: number
  starts: EventView['starts']
}

export interface Occurrence {
  event: ShownEvent
  /** Milliseconds since 1970. */
  start: number
  end: number
}

/** Everything that begins from one moment up to another, in order. */
export function occurrences(events: readonly ShownEvent[], from: number, until: number): Occurrence[] {
  return events
    .flatMap((event) => event.starts.map(([minute]) => inMs(event, minute * MINUTE_MS)))
    .filter(({ start }) => start >= from && start < until)
    .sort((one, other) => one.start - other.start)
}

function inMs(event: ShownEvent, start: number): Occurrence {
  return { event, start, end: start + event.minutes * MINUTE_MS }
}
