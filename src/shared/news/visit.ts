import { HOUR_MS } from '../units.ts'

/** A visit to the portal in this browser, in milliseconds since 1970. */
export interface Visit {
  /** When the visit before this one ended; null on the first. */
  since: number | null
  /** When a page was last opened. */
  seen: number
}

/** A visit ends after a break this long. */
const VISIT_GAP_MS = 6 * HOUR_MS

/** The visit that a page opened now belongs to. */
export function visitAt(known: Visit | null, now: number): Visit {
  if (!known) return { since: null, seen: now }
  return { since: now - known.seen < VISIT_GAP_MS ? known.since : known.seen, seen: now }
}

/** Whether something was added since then. false on a first visit, and for future dates. */
export function isNew(at: number, since: number | null, now: number): boolean {
  return since !== null && at > since && at <= now
}
