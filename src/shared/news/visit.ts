import { HOUR_MS } from '../units.ts'
import { ownOffset, wallAt } from '../wall.ts'

/** A visit to the portal in this browser, in milliseconds since 1970. */
export interface Visit {
  /** When the visit before this one ended; null on the first. */
  since: number | null
  /** When a page was last opened. */
  seen: number
}

/** A break this long ends a visit, so that a working day is one visit. */
const VISIT_GAP_MS = 6 * HOUR_MS

/** The visit that a page opened now belongs to. */
export function visitAt(known: Visit | null, now: number): Visit {
  if (!known) return { since: null, seen: now }
  return { since: now - known.seen < VISIT_GAP_MS ? known.since : known.seen, seen: now }
}

/** Whether something is newer than the last visit. Nothing is on a first visit, or before its date. */
export function isNew(at: number, since: number | null, now: number): boolean {
  return since !== null && at > since && at <= now
}

/** The latest of the dates that have passed, else the earliest of those to come; null where there are none. */
export function newestOf(dates: readonly (number | null)[], now: number): number | null {
  const known = dates.filter((at) => at !== null).toSorted((a, b) => a - b)
  return known.findLast((at) => at <= now) ?? known[0] ?? null
}

/** Completes 'New since …', by this browser's calendar: 'Tuesday'. */
export function sayWhen(since: number, now: number, offsetAt = ownOffset): string {
  const then = wallAt(since, offsetAt(since))
  const days = wallAt(now, offsetAt(now)).day - then.day
  if (days <= 0) return 'earlier today'
  if (days === 1) return 'yesterday'
  return days < 7 ? then.weekday : `${then.month} ${then.date}`
}
