import { HOUR_MS } from '../units.ts'
import { browserOffset, zonedTimeAt } from '../zoned-time.ts'

/** A visit to the portal in this browser, in milliseconds since 1970. */
export interface Visit {
  /** When the visit before this one ended; null on the first. */
  since: number | null
  /** When a page was last opened. */
  seen: number
}

/** A break this long ends a visit: a day of work is one, and the next morning another. */
const VISIT_GAP_MS = 6 * HOUR_MS

/** The visit that a page opened now belongs to. */
export function visitAt(known: Visit | null, now: number): Visit {
  if (!known) return { since: null, seen: now }
  return { since: now - known.seen < VISIT_GAP_MS ? known.since : known.seen, seen: now }
}

/** Whether something came since then. On a first visit nothing is new, and what is dated ahead is new on its day. */
export function isNew(at: number, since: number | null, now: number): boolean {
  return since !== null && at > since && at <= now
}

/** Of things that stand together, when the last came; of those that are all to come, when the first does. null for none. */
export function newestOf(dates: readonly (number | null)[], now: number): number | null {
  const known = dates.filter((at) => at !== null).toSorted((a, b) => a - b)
  return known.findLast((at) => at <= now) ?? known[0] ?? null
}

/** 'Tuesday', to stand behind 'New since': by this clock's own calendar. */
export function describeDay(since: number, now: number, offsetAt = browserOffset): string {
  const then = zonedTimeAt(since, offsetAt(since))
  const days = zonedTimeAt(now, offsetAt(now)).day - then.day
  if (days <= 0) return 'earlier today'
  if (days === 1) return 'yesterday'
  return days < 7 ? then.weekday : `${then.month} ${then.date}`
}
