import type { EventView } from '#src/shared/events/model.ts'
import { momentsOf } from '#src/shared/events/runs.ts'
import { MINUTE_MS } from '#src/shared/units.ts'

/** From so long before a session on, joining it is what there is to do. */
const JOIN_BEFORE_MS = 15 * MINUTE_MS

/**
 * The session to name now: of those under way the last to begin, else the next one. A deadline only while it lies ahead.
 * null when none is coming.
 */
export function choose(events: readonly EventView[], kind: EventView['kind'], now: number): Chosen | null {
  let best: Chosen | null = null
  for (const event of events) {
    if (event.kind !== kind) continue
    const length = kind === 'session' ? event.minutes * MINUTE_MS : 0
    for (const minute of momentsOf(event.runs)) {
      const start = minute * MINUTE_MS
      if (start + length <= now) continue
      if (!best || isNearer(start, best.start, now)) best = { event, start, end: start + length }
      if (start > now) break
    }
  }
  return best
}

/** Whether somebody who has the link should go there now. */
export function isTimeToJoin({ start }: Chosen, now: number): boolean {
  return start - now <= JOIN_BEFORE_MS
}

function isNearer(start: number, other: number, now: number): boolean {
  if (start <= now && other <= now) return start > other
  return start < other
}

/** In milliseconds since 1970. */
export interface Chosen {
  event: EventView
  start: number
  end: number
}
