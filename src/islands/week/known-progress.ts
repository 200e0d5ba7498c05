import { memberKey } from '../session.ts'
import { readStored, writeStored } from '../stored.ts'
import { PROGRESS, readProgress, type LocalProgress } from '../stores/progress.ts'

/** What this browser knows of a member's progress; null until the portal was asked once, when nothing would be a guess. */
export function readKnownProgress(email: string): KnownProgress | null {
  const progress = readProgress(email)
  return progress.size > 0 || readStored(keyOf(email)) ? progress : null
}

export function markProgressKnown(email: string): void {
  writeStored(keyOf(email), true)
}

/** Signing out removes it with the progress. */
const keyOf = (email: string) => PROGRESS + memberKey(email)

export type KnownProgress = ReadonlyMap<string, LocalProgress>
