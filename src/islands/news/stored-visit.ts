import { fromVisitForm, type Visit } from '#src/shared/news/visit.ts'
import type { VisitForm } from '#src/shared/news/form.ts'

/**
 * What this browser knows of its member's visit, so that a page knows before it is painted what is new. Signing in
 * writes it anew and signing out removes it: it is always about whoever signed in last.
 */
export const VISIT_KEY = 'visit'

/** Tells this window that something about it changed. */
export const VISIT_CHANGED = 'lanai:visit'

export interface StoredVisit extends Visit {
  /** Announcements, by name. */
  dismissed: string[]
  /** Of these, those that the portal has not heard of. */
  unsent: string[]
  /** When the portal last answered; null when it never did. */
  toldAt: number | null
}

/** null when nothing is known, or somebody edited it. */
export function readStored(): StoredVisit | null {
  try {
    const stored = JSON.parse(localStorage.getItem(VISIT_KEY) ?? 'null') as StoredVisit | null
    return stored && Number.isFinite(stored.seen) && Array.isArray(stored.unsent) ? stored : null
  } catch {
    return null
  }
}

export function writeStored(visit: StoredVisit): void {
  try {
    localStorage.setItem(VISIT_KEY, JSON.stringify(visit))
  } catch {
    // Storage is full or switched off: every page asks the portal.
  }
}

/** What all devices know together, and what this one did since it asked. */
export function keepAnswer(answer: VisitForm, sent: readonly string[], now: number): void {
  const unsent = readStored()?.unsent.filter((name) => !sent.includes(name)) ?? []
  writeStored({
    ...fromVisitForm(answer, now),
    dismissed: [...unsent, ...answer.dismissed],
    unsent,
    toldAt: now,
  })
}

/** Somebody has just signed in. null when the portal did not say what it knows of them. */
export function beginStored(answer: VisitForm | null): void {
  try {
    localStorage.removeItem(VISIT_KEY)
  } catch {
    return
  }
  if (answer) keepAnswer(answer, [], Date.now())
}
