import type { EventView } from '#src/shared/events/event-view.ts'
import { MINUTE_MS } from '#src/shared/units.ts'
import { toZoned } from '#src/shared/zoned-time.ts'

/** From so long before a session on, joining it is what there is to do. */
const JOIN_BEFORE_MS = 15 * MINUTE_MS

/**
 * The session to name now: of those under way the last to begin, else the next one. A deadline only while it lies ahead.
 * null when none is coming.
 */
export function choose(events: readonly EventView[], kind: EventView['kind'], now: number): Chosen | null {
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
export function isTimeToJoin({ start }: Pick<Chosen, 'start'>, now: number): boolean {
  return start - now <= JOIN_BEFORE_MS
}

/** A moment on a clock so many minutes ahead of UTC: 'Today, 12:00 PM', 'Thursday, 5:30 PM', 'Thu, Jun 26, 12:00 PM'. */
export function sayWhen(moment: number, now: number, offset: number): string {
  const { day, weekday, month, date, clock } = toZoned(moment, offset)
  const days = day - toZoned(now, offset).day
  if (days >= 0 && days < 7) return `${['Today', 'Tomorrow'][days] ?? weekday}, ${clock}`
  return `${weekday.slice(0, 3)}, ${month.slice(0, 3)} ${date}, ${clock}`
}

/** In milliseconds since 1970. */
export interface Chosen {
  event: EventView
  start: number
  end: number
  /** How many minutes the programme's clock is ahead of UTC then. */
  offset: number
}
