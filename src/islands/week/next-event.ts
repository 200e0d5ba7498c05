import type { EventView } from '#src/shared/events/event-view.ts'
import type { WatchState } from '#src/shared/playlist/watch-state.ts'
import { MINUTE_MS } from '#src/shared/units.ts'
import { toZoned } from '#src/shared/zoned-time.ts'

/** How long before a session 'Join' takes the place of 'Add to calendar'. */
const JOIN_BEFORE_MS = 15 * MINUTE_MS

/**
 * The session that is under way (the last to begin, where there are several), else the next one; the next deadline. null
 * when there is none.
 */
export function nextEvent(
  events: readonly EventView[],
  kind: EventView['kind'],
  now: number,
): Occurrence | null {
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

/** Whether a session can be joined. */
export function isTimeToJoin({ start }: Pick<Occurrence, 'start'>, now: number): boolean {
  return start - now <= JOIN_BEFORE_MS
}

/** Whether the member ticked this deadline: a mark from before the previous one was for that. */
export function isDone({ event: { starts }, start }: Occurrence, mark: WatchState | undefined): boolean {
  const [first = [0], second = [Infinity]] = starts
  const previous = start - (second[0] - first[0]) * MINUTE_MS
  return mark?.watched === true && (mark.markedAt ?? 0) > previous
}

/** A moment on a clock that is `offset` minutes ahead of UTC: 'Today, 12:00 PM', 'Thursday, 5:30 PM', 'Thu, Jun 26, 12:00 PM'. */
export function formatWhen(moment: number, now: number, offset: number): string {
  const { day, weekday, month, date, clock } = toZoned(moment, offset)
  const days = day - toZoned(now, offset).day
  if (days >= 0 && days < 7) return `${['Today', 'Tomorrow'][days] ?? weekday}, ${clock}`
  return `${weekday.slice(0, 3)}, ${month.slice(0, 3)} ${date}, ${clock}`
}

/** An event's next date; times in milliseconds since 1970. */
export interface Occurrence {
  event: EventView
  start: number
  end: number
  /** How many minutes the programme's clock is ahead of UTC at the start. */
  offset: number
}
