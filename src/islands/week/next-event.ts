import type { EventView } from '#src/shared/events/model.ts'
import { MINUTE_MS } from '#src/shared/units.ts'
import { wallAt } from '#src/shared/wall.ts'

/** From so long before a session on, joining it is what there is to do. */
const JOIN_BEFORE_MS = 15 * MINUTE_MS

/**
 * The session to name now: of those under way the last to begin, else the next one. A deadline only while it lies ahead.
 * null when none is coming.
 */
export function nextEvent(events: readonly EventView[], kind: EventView['kind'], now: number): Occurrence | null {
  const coming = events
    .filter((event) => event.kind === kind)
    .flatMap((event) =>
      event.starts.map(([minute, offset]) => ({ event, offset, start: minute * MINUTE_MS })),
    )
    .map((each) => ({ ...each, end: each.start + (kind === 'session' ? each.event.minutes * MINUTE_MS : 0) }))
    .filter(({ end }) => end > now)
    .toSorted((one, other) => one.start - other.start)
  return coming.findLast(({ start }) => start <= now) ?? coming[0] ?? null
}

/** Whether a member who has the link should go there now. */
export function isTimeToJoin({ start }: Pick<Occurrence, 'start'>, now: number): boolean {
  return start - now <= JOIN_BEFORE_MS
}

/** A moment on a clock so many minutes ahead of UTC: 'Today, 12:00 PM', 'Thursday, 5:30 PM', 'Thu, Jun 26, 12:00 PM'. */
export function formatWhen(moment: number, now: number, offset: number): string {
  const { day, weekday, month, date, clock } = wallAt(moment, offset)
  const days = day - wallAt(now, offset).day
  if (days >= 0 && days < 7) return `${['Today', 'Tomorrow'][days] ?? weekday}, ${clock}`
  return `${weekday.slice(0, 3)}, ${month.slice(0, 3)} ${date}, ${clock}`
}

/** In milliseconds since 1970. */
export interface Occurrence {
  event: EventView
  start: number
  end: number
  /** How many minutes the programme's clock is ahead of UTC then. */
  offset: number
}
