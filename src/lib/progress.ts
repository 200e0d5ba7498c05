import { fromProgress, toProgress, type WatchState } from '#src/shared/playlist/watch-state.ts'
import type { KnownProgress, VideoProgress } from '#src/shared/playlist/progress.ts'
import { readAllStored, readStored, writeStored } from './storage.ts'

export interface LocalProgress extends WatchState {
  video: string
  /** Whether the portal may not have it yet. */
  isUnsent: boolean
  /** Of a deadline: whether the programme's form has said that it is done, or a colleague has done it. */
  isSent?: boolean
  isByColleague?: boolean
}

/** What this browser knows of videos, by their keys. */
export type Records = ReadonlyMap<string, LocalProgress>

/** A video's new record; null removes it. */
type Change = [video: string, record: LocalProgress | null]

/** The prefix of every member's progress in local storage. */
export const PROGRESS = 'progress/'

export const progressOf = (memberId: string) => `${PROGRESS}${memberId}/`

export function readProgress(memberId: string): Records {
  return readAllStored(progressOf(memberId)) as Records
}

/** When this browser last had the progress of all devices, in milliseconds since 1970; null if it never did. */
export function readLastSyncedAt(memberId: string): number | null {
  return readStored(PROGRESS + memberId) as number | null
}

export function saveLastSyncedAt(memberId: string): void {
  // Signing out removes it with the progress.
  writeStored(PROGRESS + memberId, Date.now())
}

export function hasUnsentProgress(memberId: string): boolean {
  return [...readProgress(memberId).values()].some(({ isUnsent }) => isUnsent)
}

/** The portal's rows in place of all but what is unsent. It has none for videos that were taken out of the playlist. */
export function afterRead(records: Records, rows: readonly KnownProgress[]): Change[] {
  const known = [...records.keys()].map((video): Change => [video, null])
  const read = rows.map((row): Change => [row.video, fromPortal(row)])
  return [...known, ...read].filter(([video]) => !records.get(video)?.isUnsent)
}

/**
 * The portal's rows in place of what was sent. A record that changed during the request stays, with timestamps later than the row's: a slow request is stamped when it
 * arrives, and would win over the change.
 */
export function afterSave(
  batch: readonly LocalProgress[],
  rows: readonly KnownProgress[],
  records: Records,
): Change[] {
  return batch.flatMap((sent): Change[] => {
    const row = rows.find(({ video }) => video === sent.video)
    const now = records.get(sent.video)
    if (!row || !now) return []
    const saved = fromPortal(row)
    if (now === sent) return [[sent.video, saved]]
    const later = (at: 'playedAt' | 'markedAt') =>
      now[at] === null || now[at] === sent[at] ? now[at] : Math.max(now[at], (saved[at] ?? 0) + 1)
    return [[sent.video, { ...now, playedAt: later('playedAt'), markedAt: later('markedAt') }]]
  })
}

function fromPortal(progress: KnownProgress): LocalProgress {
  const { video, isSent, isByColleague } = progress
  return { ...fromProgress(progress, Date.now()), video, isSent, isByColleague, isUnsent: false }
}

export function toChange({ video, ...state }: LocalProgress): VideoProgress {
  return toProgress(video, state, Date.now())
}
