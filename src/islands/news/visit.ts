import { visitAt, type Visit } from '#src/shared/news/visit.ts'
import { readStored, writeStored } from '../stored.ts'

/** One for all members of a browser. */
const KEY = 'visit'

interface StoredVisit extends Visit {
  /** The names of announcements. */
  dismissed: string[]
}

/** The visit that this page belongs to. */
export function readVisit(now: number): StoredVisit {
  const stored = readStored(KEY) as StoredVisit | null
  return { ...visitAt(stored, now), dismissed: stored?.dismissed ?? [] }
}

export function keepVisit(visit: StoredVisit): void {
  writeStored(KEY, visit)
}
