import { fromProgress, NOTHING_KNOWN, toProgress, type Known } from '#src/shared/playlist/known.ts'
import { CHANGES_AT_ONCE } from '#src/shared/field-limits.ts'
import type { VideoProgress } from '#src/shared/playlist/progress.ts'
import { readAll, type Changes } from '../disk.ts'
import { memberKey } from '../session.ts'
import { chunks, type Saved, type SyncedStore } from '../synced-store.ts'

export interface LocalProgress extends Known {
  video: string
  /** Whether the portal may not have it yet. */
  isUnsent: boolean
}

/** Where every member's progress is kept in local storage. */
export const PROGRESS = 'progress/'

export function progressPrefix(email: string): string {
  return `${PROGRESS}${memberKey(email)}/`
}

/** What this browser knows about a member and the videos, by their keys. */
export function readProgress(email: string): Map<string, LocalProgress> {
  return readAll(progressPrefix(email))
}

export type ProgressStore = SyncedStore<LocalProgress, VideoProgress[]>

/** Changes what is known about a video; the portal hears of it now or within 15 s. */
export function record(
  store: ProgressStore,
  video: string,
  change: (known: Known, now: number) => Known,
  when: 'now' | 'soon',
): void {
  const known = store.records.get(video) ?? NOTHING_KNOWN
  const next = change(known, Date.now())
  const isShown = when === 'now' || next.watched !== known.watched
  void store.put(new Map([[video, { ...next, video, isUnsent: true }]]), isShown)
  if (isShown) void store.flush()
  else store.flushIn(FLUSH_EVERY_MS)
}

/** How progress is sent and merged. The portal merges: its answer is kept for all but what is unsent. */
export const progressRules = {
  keyOf: ({ video }: LocalProgress) => video,
  isUnsent: ({ isUnsent }: LocalProgress) => isUnsent,
  batches: (unsent: readonly LocalProgress[]) => chunks(unsent, CHANGES_AT_ONCE),
  merge(records: ReadonlyMap<string, LocalProgress>, answer: VideoProgress[]): Changes<LocalProgress> {
    const sent = [...records.values()].filter(({ isUnsent }) => !isUnsent)
    // The portal does not answer with videos that were taken out of the playlist.
    const changes = new Map<string, LocalProgress | null>(sent.map(({ video }) => [video, null]))
    for (const one of answer) if (!records.get(one.video)?.isUnsent) changes.set(one.video, fromPortal(one))
    return changes
  },
}

/** @param merged what the portal answered. */
export function savedProgress(
  batch: readonly LocalProgress[],
  merged: readonly VideoProgress[] | undefined,
  error: string | undefined,
): Saved<LocalProgress> {
  if (merged) return new Map(merged.map((one) => [one.video, fromPortal(one)]))
  if (error !== 'BAD_REQUEST') return 'retry'
  // The portal will never take it: its video was taken out of the playlist.
  return batch.length > 1 ? 'refused' : new Map(batch.map(({ video }) => [video, null]))
}

/**
 * What changed while the portal was asked is later than its answer, whose stamps say when a slow request arrived: else
 * it would not stand there.
 */
export function liftStamps(
  sent: readonly LocalProgress[],
  answer: readonly VideoProgress[],
  records: ReadonlyMap<string, LocalProgress>,
): Map<string, LocalProgress> {
  const lifted = new Map<string, LocalProgress>()
  for (const before of sent) {
    const now = records.get(before.video)
    const there = answer.find(({ video }) => video === before.video)
    if (!now || !there || now === before) continue
    const after = fromPortal(there)
    const lift = (at: 'playedAt' | 'markedAt') =>
      now[at] === null || now[at] === before[at] ? now[at] : Math.max(now[at], (after[at] ?? 0) + 1)
    lifted.set(now.video, { ...now, playedAt: lift('playedAt'), markedAt: lift('markedAt') })
  }
  return lifted
}

function fromPortal(progress: VideoProgress): LocalProgress {
  return { ...fromProgress(progress, Date.now()), video: progress.video, isUnsent: false }
}

export function toChange({ video, ...known }: LocalProgress): VideoProgress {
  return toProgress(video, known, Date.now())
}

const FLUSH_EVERY_MS = 15_000
