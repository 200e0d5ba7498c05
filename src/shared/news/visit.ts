import { OLDEST_PROGRESS_MS } from '../playlist/limits.ts'
import { HOUR_MS } from '../units.ts'
import { ownOffset, wallAt, type OffsetAt } from '../wall.ts'
import type { VisitForm } from './form.ts'
import { MOST_DISMISSED } from './limits.ts'

/** A member's visit, on whatever devices, in milliseconds since 1970 by the clock of whoever tells. */
export interface Visit {
  /** When the visit before this one ended; null when none is known. */
  since: number | null
  began: number
  /** The last page. */
  seen: number
}

/** A break this long ends a visit: a day of work is one, and the next morning another. */
export const VISIT_GAP_MS = 6 * HOUR_MS

/** The visit that a page opened now belongs to. */
export function visitAt(known: Visit | null, now: number): Visit {
  if (!known) return { since: null, began: now, seen: now }
  if (now - known.seen < VISIT_GAP_MS) return { ...known, seen: now }
  return { since: known.seen, began: now, seen: now }
}

/**
 * Whether something from that moment is new to whoever left at `since`. On a first visit nothing is: everything would be.
 * What is dated ahead is new once its moment has come.
 */
export function isNew(at: number, since: number | null, now: number): boolean {
  return since !== null && at > since && at <= now
}

/** Of things that stand together, when the last came; of those that are all to come, when the first does. null for none. */
export function newestOf(dates: readonly (number | null)[], now: number): number | null {
  const known = dates.filter((at) => at !== null).toSorted((a, b) => a - b)
  return known.findLast((at) => at <= now) ?? known[0] ?? null
}

/** 'Tuesday', to stand behind 'New since': by this clock's own calendar. */
export function sayWhen(since: number, now: number, offsetAt: OffsetAt = ownOffset): string {
  const then = wallAt(since, offsetAt(since))
  const days = wallAt(now, offsetAt(now)).day - then.day
  if (days <= 0) return 'earlier today'
  if (days === 1) return 'yesterday'
  return days < 7 ? then.weekday : `${then.month} ${then.date}`
}

export function toVisitForm({ since, began }: Visit, dismissed: readonly string[], now: number): VisitForm {
  const ago = (moment: number) => Math.min(OLDEST_PROGRESS_MS, Math.max(0, Math.round(now - moment)))
  return {
    sinceMsAgo: since === null ? null : ago(since),
    beganMsAgo: ago(began),
    dismissed: dismissed.slice(0, MOST_DISMISSED),
  }
}

export function fromVisitForm({ sinceMsAgo, beganMsAgo }: VisitForm, now: number): Visit {
  return { since: sinceMsAgo === null ? null : now - sinceMsAgo, began: now - beganMsAgo, seen: now }
}
