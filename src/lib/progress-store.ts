import { actions } from 'astro:actions'
import { atom } from 'nanostores'
import type { ErrorCode } from '#src/shared/errors.ts'
import { DEADLINE_KEY } from '#src/shared/events/deadline-key.ts'
import { CHANGES_AT_ONCE } from '#src/shared/field-limits.ts'
import { ACTIONS_PREFIX } from '#src/shared/paths.ts'
import { UNWATCHED, withWatched, type WatchState } from '#src/shared/playlist/watch-state.ts'
import { isSessionOver } from './session.ts'
import { $viewer } from './viewer.ts'
import {
  changesAfterList,
  changesAfterSave,
  readLastSyncedAt,
  readProgress,
  saveLastSyncedAt,
  toProgressChange,
  writeProgress,
  type ProgressEntry,
  type ProgressRecords,
  type RecordChange,
} from './progress.ts'

/*
 * The member's progress: stored in this browser at once and saved with the portal soon after. What couldn't be saved is
 * retried after 30 s, when the network is back and at the next visit. Saving is idempotent.
 */

const FLUSH_EVERY_MS = 15_000
const RETRY_AFTER_MS = 30_000

const memberId = $viewer.get()?.id ?? ''

export const $progress = atom<ProgressState>({ records: readProgress(memberId), problem: null })

/** When this browser last had the progress of all devices, in milliseconds since 1970; null if it never did. */
export const $lastSyncedAt = atom(readLastSyncedAt(memberId))

let flushTimer: ReturnType<typeof setTimeout> | undefined
let syncTimer: ReturnType<typeof setTimeout> | undefined
let flushing: Promise<void> = Promise.resolve()
let isStored = true
let refused: Extract<ErrorCode, 'deadline_gone' | 'video_withdrawn'> | null = null

/**
 * Changes a record here at once, and saves it now or within 15 s.
 *
 * @param progressKey of a video or a deadline.
 */
export function updateProgress(
  progressKey: string,
  update: (before: WatchState, now: number) => WatchState,
  when: 'now' | 'soon',
): void {
  const before = $progress.get().records.get(progressKey) ?? UNWATCHED
  const after = update(before, Date.now())
  applyChanges([[progressKey, { ...after, isUnsent: true }]])
  if (when === 'now' || after.watched !== before.watched) void flush()
  else scheduleFlush(FLUSH_EVERY_MS)
}

/** Of a video whether it is watched, of a deadline whether it is done, of an announcement whether it is dismissed. */
export function setWatched(progressKey: string, isWatched: boolean): void {
  updateProgress(progressKey, (before, now) => withWatched(before, isWatched, now), 'now')
}

/** Saves what is unsent, then takes over what other devices saved. @returns whether the portal answered. */
export async function sync(): Promise<boolean> {
  clearTimeout(syncTimer)
  await flush()
  const { records } = $progress.get()
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const answer = await actions.progress.list({ zone }).catch(() => null)
  if (!answer?.data) {
    if (answer?.error.code !== 'UNAUTHORIZED') scheduleSync()
    return false
  }
  // A record that changed during the request is newer than the answer.
  const isUnchanged = (progressKey: string) =>
    $progress.get().records.get(progressKey) === records.get(progressKey)
  applyChanges(changesAfterList(records, answer.data).filter(([progressKey]) => isUnchanged(progressKey)))
  if (!isSessionOver()) saveLastSyncedAt(memberId)
  $lastSyncedAt.set(Date.now())
  return true
}

export function flush(): Promise<void> {
  clearTimeout(flushTimer)
  flushTimer = undefined
  flushing = flushing.then(saveUnsent)
  return flushing
}

/** Saves while the page unloads. The portal's answer is lost, so the same records are saved again. */
export function flushWithBeacon(): void {
  const [batch] = unsentBatches()
  if (!batch || isSessionOver()) return
  const body = new Blob([JSON.stringify({ changes: batch.map(toProgressChange) })], {
    type: 'application/json',
  })
  navigator.sendBeacon(`${ACTIONS_PREFIX}progress.save`, body)
}

export function readOtherTabs(): void {
  if (isSessionOver()) return
  const { records, problem } = $progress.get()
  const changed = [...readProgress(memberId)].filter(
    ([progressKey, stored]) => JSON.stringify(stored) !== JSON.stringify(records.get(progressKey)),
  )
  if (changed.length > 0) $progress.set({ records: new Map([...records, ...changed]), problem })
  $lastSyncedAt.set(readLastSyncedAt(memberId) ?? $lastSyncedAt.get())
}

/**
 * Saves when the page is hidden, and syncs when it or the network is back.
 *
 * @param onLeave is called before that save.
 * @returns a function that stops it.
 */
export function syncWithPageLifecycle(onLeave?: () => void): () => void {
  const controller = new AbortController()
  const { signal } = controller
  const saveAndLeave = () => {
    onLeave?.()
    flushWithBeacon()
  }
  const onVisibilityChange = () => (document.hidden ? saveAndLeave() : void sync())
  addEventListener('online', () => void sync(), { signal })
  addEventListener('pagehide', saveAndLeave, { signal })
  document.addEventListener('visibilitychange', onVisibilityChange, { signal })
  return () => controller.abort()
}

function applyChanges(changes: readonly RecordChange[]): void {
  const { records: before, problem } = $progress.get()
  const records = new Map(before)
  for (const [progressKey, record] of changes) {
    if (record === null) records.delete(progressKey)
    else records.set(progressKey, record)
    // After a sign-out in another tab, this tab writes nothing.
    if (!isSessionOver()) isStored = writeProgress(memberId, progressKey, record)
  }
  $progress.set({ records, problem })
}

function scheduleFlush(ms: number): void {
  flushTimer ??= setTimeout(() => void flush(), ms)
}

function scheduleSync(): void {
  clearTimeout(syncTimer)
  syncTimer = setTimeout(() => void sync(), RETRY_AFTER_MS)
}

function unsentBatches(): ProgressEntry[][] {
  const unsent = [...$progress.get().records].filter(([, { isUnsent }]) => isUnsent)
  const count = Math.ceil(unsent.length / CHANGES_AT_ONCE)
  return Array.from({ length: count }, (_, n) => unsent.slice(n * CHANGES_AT_ONCE, (n + 1) * CHANGES_AT_ONCE))
}

async function saveUnsent(): Promise<void> {
  const batches = unsentBatches()
  if (batches.length > 0) refused = null
  let failure: SaveFailure | null = null
  for (const batch of batches) failure ??= await saveBatch(batch)
  if (failure) scheduleFlush(RETRY_AFTER_MS)
  const unsavedProblem = failure && !isStored ? (`${failure}_unkept` as const) : failure
  const problem = unsavedProblem ?? refused
  const { records, problem: before } = $progress.get()
  if (problem !== before) $progress.set({ records, problem })
}

// A refused batch is sent record by record, so that one bad record doesn't block the others.
async function saveBatch(batch: readonly ProgressEntry[]): Promise<SaveFailure | null> {
  if (isSessionOver()) return 'progress_signed_out'
  const answer = await actions.progress.save({ changes: batch.map(toProgressChange) }).catch(() => null)
  const code = answer?.error?.code
  if (answer?.data) {
    applyChanges(changesAfterSave(batch, answer.data, $progress.get().records))
    return null
  }
  if (code === 'UNAUTHORIZED') return 'progress_signed_out'
  if (code !== 'BAD_REQUEST') return 'progress_unsent'
  // The portal refuses a video that was taken out of the playlist, and a deadline that was moved.
  if (batch.length === 1) {
    refused = batch.some(([progressKey]) => DEADLINE_KEY.test(progressKey))
      ? 'deadline_gone'
      : 'video_withdrawn'
    applyChanges(batch.map(([progressKey]) => [progressKey, null]))
    return null
  }
  let failure: SaveFailure | null = null
  for (const entry of batch) failure ??= await saveBatch([entry])
  return failure
}

export interface ProgressState {
  records: ProgressRecords
  /** Why something isn't saved yet; null when everything is. */
  problem: SaveProblem | null
}

type SaveFailure = 'progress_unsent' | 'progress_signed_out'
/** `_unkept`: without storage, the change is lost with its page. */
type SaveProblem = Extract<
  ErrorCode,
  SaveFailure | `${SaveFailure}_unkept` | 'deadline_gone' | 'video_withdrawn'
>
