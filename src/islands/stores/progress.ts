import { CHANGES_AT_ONCE } from '#src/shared/field-limits.ts'
import { fromProgress, UNWATCHED, toProgress, type WatchState } from '#src/shared/playlist/watch-state.ts'
import type { VideoProgress } from '#src/shared/playlist/progress.ts'
import { memberKey } from '../session.ts'
import { readStored, storedKeys, writeStored } from '../stored.ts'
import { chunks, type Disk, type Rules, type SyncedStore } from './synced-store.ts'

export interface LocalProgress extends WatchState {
  video: string
  /** Whether the portal may not have it yet. */
  isUnsent: boolean
}

export type ProgressStore = SyncedStore<LocalProgress, VideoProgress[], VideoProgress[]>

/** The prefix of every member's progress in local storage. */
export const PROGRESS = 'progress/'

const prefixOf = (email: string) => `${PROGRESS}${memberKey(email)}/`

/** What this browser knows about a member and the videos, by their keys. */
export function readProgress(email: string): Map<string, LocalProgress> {
  const prefix = prefixOf(email)
  const entries = storedKeys(prefix).map((key) => [key.slice(prefix.length), readStored(key)] as const)
  return new Map(entries.filter(([, value]) => value !== null)) as Map<string, LocalProgress>
}

/** Local storage can be read before a page is painted, but is not safe against a power cut. */
export function progressDisk(email: string): Disk<LocalProgress> {
  return {
    read: () => Promise.resolve(readProgress(email)),
    write(changes) {
      const stored = [...changes].map(([key, value]) => writeStored(prefixOf(email) + key, value))
      return Promise.resolve(stored.every(Boolean))
    },
  }
}

/** Changes what is known about a video, and saves it now or within 15 s. */
export function record(
  store: ProgressStore,
  video: string,
  change: (before: WatchState, now: number) => WatchState,
  when: 'now' | 'soon',
): void {
  const before = store.records.get(video) ?? UNWATCHED
  const after = change(before, Date.now())
  void store.put(new Map([[video, { ...after, video, isUnsent: true }]]))
  if (when === 'now' || after.watched !== before.watched) void store.flush()
  else store.flushIn(FLUSH_EVERY_MS)
}

const FLUSH_EVERY_MS = 15_000

/** How progress is sent and merged. The portal merges: its answer replaces all but what is unsent. */
export const progressRules: Rules<LocalProgress, VideoProgress[], VideoProgress[]> = {
  keyOf: ({ video }) => video,
  isUnsent: ({ isUnsent }) => isUnsent,
  batches: (unsent) => chunks(unsent, CHANGES_AT_ONCE),
  saved(batch, answer, records) {
    if (answer?.data) return new Map(batch.flatMap((sent) => afterSave(sent, answer.data ?? [], records)))
    if (answer?.error?.code !== 'BAD_REQUEST') return 'retry'
    // The portal refuses a video that was taken out of the playlist.
    return batch.length > 1 ? 'refused' : new Map(batch.map(({ video }) => [video, null]))
  },
  merge(records, stored) {
    const sent = [...records.values()].filter(({ isUnsent }) => !isUnsent)
    // The portal does not answer with videos that were taken out of the playlist.
    const changes = new Map<string, LocalProgress | null>(sent.map(({ video }) => [video, null]))
    for (const one of stored) if (!records.get(one.video)?.isUnsent) changes.set(one.video, fromPortal(one))
    return changes
  },
}

/**
 * The portal's row in place of what was sent. A record that changed during the request stays, with timestamps later than
 * the row's: a slow request is stamped when it arrives, and would win over the change.
 */
function afterSave(
  sent: LocalProgress,
  rows: readonly VideoProgress[],
  records: ReadonlyMap<string, LocalProgress>,
): [string, LocalProgress][] {
  const row = rows.find(({ video }) => video === sent.video)
  const now = records.get(sent.video)
  if (!row || !now) return []
  const saved = fromPortal(row)
  if (now === sent) return [[sent.video, saved]]
  const later = (at: 'playedAt' | 'markedAt') =>
    now[at] === null || now[at] === sent[at] ? now[at] : Math.max(now[at], (saved[at] ?? 0) + 1)
  return [[sent.video, { ...now, playedAt: later('playedAt'), markedAt: later('markedAt') }]]
}

function fromPortal(progress: VideoProgress): LocalProgress {
  return { ...fromProgress(progress, Date.now()), video: progress.video, isUnsent: false }
}

export function toChange({ video, ...state }: LocalProgress): VideoProgress {
  return toProgress(video, state, Date.now())
}
