import { fromProgress, toProgress, type WatchState } from '#src/shared/playlist/watch-state.ts'
import type { ProgressChange, SavedProgress } from '#src/shared/playlist/progress.ts'
import { readAllStored, readStored, writeStored } from './storage.ts'

export interface ProgressRecord extends WatchState {
  isUnsent: boolean
  /** Of a deadline: the programme's form has reported it done, so the member can't untick it. */
  isSent?: boolean
  /** Of a deadline: a colleague has done it for the company. */
  isByColleague?: boolean
}

export type ProgressRecords = ReadonlyMap<string, ProgressRecord>

export type ProgressEntry = readonly [progressKey: string, record: ProgressRecord]

/** A record of null is to be removed. */
export type RecordChange = readonly [progressKey: string, record: ProgressRecord | null]

export const PROGRESS_PREFIX = 'progress/'

const storageKey = (memberId: string, progressKey: string) => `${PROGRESS_PREFIX}${memberId}/${progressKey}`

export function readProgress(memberId: string): ProgressRecords {
  return readAllStored(storageKey(memberId, '')) as ProgressRecords
}

/** @param record null removes it. @returns whether it is stored. */
export function writeProgress(memberId: string, progressKey: string, record: ProgressRecord | null): boolean {
  return writeStored(storageKey(memberId, progressKey), record)
}

/** When this browser last had the progress of all devices, in milliseconds since 1970; null if it never did. */
export function readLastSyncedAt(memberId: string): number | null {
  return readStored(PROGRESS_PREFIX + memberId) as number | null
}

export function saveLastSyncedAt(memberId: string): void {
  // Signing out removes it with the progress.
  writeStored(PROGRESS_PREFIX + memberId, Date.now())
}

export function hasUnsentProgress(memberId: string): boolean {
  return [...readProgress(memberId).values()].some(({ isUnsent }) => isUnsent)
}

/** Replaces all but what is unsent. The portal has no rows for videos that were taken out of the playlist. */
export function changesAfterList(
  records: ProgressRecords,
  rows: readonly SavedProgress[],
): readonly RecordChange[] {
  const removed = [...records.keys()].map((progressKey): RecordChange => [progressKey, null])
  const listed = rows.map((row): RecordChange => [row.video, toRecord(row)])
  return [...removed, ...listed].filter(([progressKey]) => !records.get(progressKey)?.isUnsent)
}

/**
 * Replaces what was sent by the portal's rows. A record that changed during the request stays, with timestamps later than the
 * row's: a slow request is stamped when it arrives, and would win over the change.
 */
export function changesAfterSave(
  batch: readonly ProgressEntry[],
  rows: readonly SavedProgress[],
  records: ProgressRecords,
): readonly RecordChange[] {
  return batch.flatMap(([progressKey, sent]): RecordChange[] => {
    const row = rows.find(({ video }) => video === progressKey)
    const current = records.get(progressKey)
    if (!row || !current) return []
    const saved = toRecord(row)
    if (current === sent) return [[progressKey, saved]]
    const laterThanSaved = (field: 'playedAt' | 'markedAt') => {
      const changedAt = current[field]
      if (changedAt === null || changedAt === sent[field]) return changedAt
      return Math.max(changedAt, (saved[field] ?? 0) + 1)
    }
    const times = { playedAt: laterThanSaved('playedAt'), markedAt: laterThanSaved('markedAt') }
    return [[progressKey, { ...current, ...times }]]
  })
}

export function toProgressChange([progressKey, record]: ProgressEntry): ProgressChange {
  return toProgress(progressKey, record, Date.now())
}

function toRecord(row: SavedProgress): ProgressRecord {
  const { isSent, isByColleague } = row
  return { ...fromProgress(row, Date.now()), isSent, isByColleague, isUnsent: false }
}
