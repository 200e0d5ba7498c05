import { readStored, writeStored } from '../stored.ts'
import { PROGRESS, readProgress, type LocalProgress } from '../stores/progress.ts'

/** What this browser knows of a member's progress; null until the portal was asked once, when nothing would be a guess. */
export function readKnownProgress(memberId: string): KnownProgress | null {
  const progress = readProgress(memberId)
  return progress.size > 0 || readStored(PROGRESS + memberId) ? progress : null
}

export function markProgressKnown(memberId: string): void {
  // Signing out removes it with the progress.
  writeStored(PROGRESS + memberId, true)
}

export type KnownProgress = ReadonlyMap<string, LocalProgress>
