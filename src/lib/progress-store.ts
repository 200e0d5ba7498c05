import { actions } from 'astro:actions'
import { atom } from 'nanostores'
import type { ErrorCode } from '#src/shared/errors.ts'
import { DEADLINE_KEY } from '#src/shared/events/deadline-key.ts'
import { CHANGES_AT_ONCE } from '#src/shared/field-limits.ts'
import { ACTIONS_PREFIX } from '#src/shared/paths.ts'
import { UNWATCHED, type WatchState } from '#src/shared/playlist/watch-state.ts'
import { isSessionOver } from './session.ts'
import { writeStored } from './storage.ts'
import { $viewer } from './viewer.ts'
import {
  afterRead,
  afterSave,
  progressOf,
  readLastSyncedAt,
  readProgress,
  saveLastSyncedAt,
  toChange,
  type LocalProgress,
  type Records,
} from './progress.ts'

/*
 * The member's progress: stored in this browser at once and saved with the portal soon after. What couldn't be saved is
 * retried after 30 s, when the network is back and at the next visit. Saving is idempotent.
 */

const FLUSH_EVERY_MS = 15_000
const RETRY_AFTER_MS = 30_000

/** Empty while pages are built. */
const memberId = $viewer.get()?.id ?? ''

/** What this browser knows. A new object after each change. */
export const $progress = atom<Progress>({ records: readProgress(memberId), problem: null })

/** When this browser last had the progress of all devices, in milliseconds since 1970; null if it never did. */
export const $lastSyncedAt = atom(readLastSyncedAt(memberId))

let timer: ReturnType<typeof setTimeout> | undefined
let flushing: Promise<void> = Promise.resolve()
/** Whether this browser has stored the latest change. */
let isStored = true
/** Whether the portal has refused a tick since something was last unsent. */
let isRefused = false

/** Changes what is known about a video, and saves it now or within 15 s. */
export function record(
  video: string,
  change: (before: WatchState, now: number) => WatchState,
  when: 'now' | 'soon',
): void {
  const before = $progress.get().records.get(video) ?? UNWATCHED
  const after = change(before, Date.now())
  put(new Map([[video, { ...after, video, isUnsent: true }]]))
  if (when === 'now' || after.watched !== before.watched) void flush()
  else flushIn(FLUSH_EVERY_MS)
}

/** Saves what is unsent, then takes over what other devices saved. @returns whether the portal answered. */
export async function sync(): Promise<boolean> {
  await flush()
  const { records } = $progress.get()
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const answer = await actions.progress.list({ zone }).catch(() => null)
  if (!answer?.data) {
    flushIn(RETRY_AFTER_MS)
    return false
  }
  // A record that changed during the request is newer than the answer.
  const isUnchanged = (video: string) => $progress.get().records.get(video) === records.get(video)
  put(new Map(afterRead(records, answer.data).filter(([video]) => isUnchanged(video))))
  if (!isSessionOver()) saveLastSyncedAt(memberId)
  $lastSyncedAt.set(Date.now())
  return true
}

/** Saves everything that is unsent. */
export function flush(): Promise<void> {
  clearTimeout(timer)
  timer = undefined
  flushing = flushing.then(saveAll)
  return flushing
}

/** Saves while the page unloads. The portal's answer is lost, so the same records are saved again. */
export function flushWithBeacon(): void {
  const [batch] = unsentBatches()
  if (!batch || isSessionOver()) return
  const body = new Blob([JSON.stringify({ changes: batch.map(toChange) })], { type: 'application/json' })
  navigator.sendBeacon(`${ACTIONS_PREFIX}progress.save`, body)
}

/** Takes over what the browser's other tabs have stored. */
export function readOtherTabs(): void {
  if (isSessionOver()) return
  const { records, problem } = $progress.get()
  const changed = [...readProgress(memberId)].filter(
    ([video, stored]) => JSON.stringify(stored) !== JSON.stringify(records.get(video)),
  )
  if (changed.length > 0) $progress.set({ records: new Map([...records, ...changed]), problem })
  $lastSyncedAt.set(readLastSyncedAt(memberId) ?? $lastSyncedAt.get())
}

/** Saves when the page is hidden, and syncs when it or the network is back. @returns a function that stops it. */
export function followPage(report?: () => void): () => void {
  const controller = new AbortController()
  const { signal } = controller
  const leave = () => {
    report?.()
    flushWithBeacon()
  }
  const syncOrLeave = () => (document.hidden ? leave() : void sync())
  addEventListener('online', () => void sync(), { signal })
  addEventListener('pagehide', leave, { signal })
  document.addEventListener('visibilitychange', syncOrLeave, { signal })
  return () => controller.abort()
}

/** Changes records here and in this browser, and removes those that are null. */
function put(changes: ReadonlyMap<string, LocalProgress | null>): void {
  const { records: before, problem } = $progress.get()
  const records = new Map(before)
  for (const [video, changed] of changes) {
    if (changed === null) records.delete(video)
    else records.set(video, changed)
    // After a sign-out in another tab, this tab writes nothing.
    if (!isSessionOver()) isStored = writeStored(progressOf(memberId) + video, changed)
  }
  $progress.set({ records, problem })
}

/** Flushes within so many milliseconds; an earlier flush counts. */
function flushIn(ms: number): void {
  timer ??= setTimeout(() => void flush(), ms)
}

function unsentBatches(): LocalProgress[][] {
  const unsent = [...$progress.get().records.values()].filter(({ isUnsent }) => isUnsent)
  const count = Math.ceil(unsent.length / CHANGES_AT_ONCE)
  return Array.from({ length: count }, (_, n) => unsent.slice(n * CHANGES_AT_ONCE, (n + 1) * CHANGES_AT_ONCE))
}

async function saveAll(): Promise<void> {
  const batches = unsentBatches()
  if (batches.length > 0) isRefused = false
  let cause: Cause | null = null
  for (const batch of batches) cause ??= await save(batch)
  if (cause) flushIn(RETRY_AFTER_MS)
  const unsaved = cause && !isStored ? (`${cause}_unkept` as const) : cause
  const problem = unsaved ?? (isRefused ? 'deadline_gone' : null)
  const { records, problem: before } = $progress.get()
  if (problem !== before) $progress.set({ records, problem })
}

/** Tries each record of a refused batch alone. @returns why the portal has not all of it; null when it has. */
async function save(batch: readonly LocalProgress[]): Promise<Cause | null> {
  if (isSessionOver()) return 'progress_signed_out'
  const answer = await actions.progress.save({ changes: batch.map(toChange) }).catch(() => null)
  const code = answer?.error?.code
  if (answer?.data) {
    put(new Map(afterSave(batch, answer.data, $progress.get().records)))
    return null
  }
  if (code === 'UNAUTHORIZED') return 'progress_signed_out'
  if (code !== 'BAD_REQUEST') return 'progress_unsent'
  // The portal refuses a video that was taken out of the playlist, and a deadline that was moved.
  if (batch.length === 1) {
    isRefused ||= batch.some(({ video }) => DEADLINE_KEY.test(video))
    put(new Map(batch.map(({ video }) => [video, null])))
    return null
  }
  let cause: Cause | null = null
  for (const one of batch) cause ??= await save([one])
  return cause
}

export interface Progress {
  records: Records
  /** Why something isn't saved yet; null when everything is. */
  problem: Problem | null
}

type Cause = 'progress_unsent' | 'progress_signed_out'
/** A browser without storage keeps nothing beyond its page. */
type Problem = Extract<ErrorCode, Cause | `${Cause}_unkept` | 'deadline_gone'>
