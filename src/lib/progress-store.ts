import { actions } from 'astro:actions'
import type { ErrorCode } from '#src/shared/errors.ts'
import { DEADLINE_KEY } from '#src/shared/events/deadline-key.ts'
import { CHANGES_AT_ONCE } from '#src/shared/field-limits.ts'
import { ACTIONS_PREFIX } from '#src/shared/paths.ts'
import { UNWATCHED, type WatchState } from '#src/shared/playlist/watch-state.ts'
import { requireViewer } from './viewer.ts'
import { isSessionOver } from './session.ts'
import { writeStored } from './storage.ts'
import {
  afterRead,
  afterSave,
  progressOf,
  readProgress,
  saveLastSyncedAt,
  toChange,
  type LocalProgress,
  type Records,
} from './progress.ts'

let opened: ProgressStore | null = null

/** Of this page's member. */
export function openProgress(): ProgressStore {
  return (opened ??= new ProgressStore(requireViewer().id))
}

/**
 * A member's progress: stored in this browser at once and saved with the portal soon after. What couldn't be saved is
 * retried after 30 s, when the network is back and at the next visit. Saving is idempotent.
 */
export class ProgressStore {
  readonly #memberId: string
  readonly #listeners = new Set<() => void>()
  #snapshot: Snapshot
  #timer: ReturnType<typeof setTimeout> | undefined
  #flushing: Promise<void> = Promise.resolve()
  /** Whether this browser has stored the latest change. */
  #isKept = true
  /** Whether the portal has refused a tick since something was last unsent. */
  #isRefused = false

  constructor(memberId: string) {
    this.#memberId = memberId
    this.#snapshot = { records: readProgress(memberId), problem: null }
  }

  get records(): Records {
    return this.#snapshot.records
  }

  /** What a screen shows: a new object after each change. */
  readonly snapshot = (): Snapshot => this.#snapshot

  /** @returns a function that unsubscribes. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Changes what is known about a video, and saves it now or within 15 s. */
  record(video: string, change: (before: WatchState, now: number) => WatchState, when: 'now' | 'soon'): void {
    const before = this.records.get(video) ?? UNWATCHED
    const after = change(before, Date.now())
    this.put(new Map([[video, { ...after, video, isUnsent: true }]]))
    if (when === 'now' || after.watched !== before.watched) void this.flush()
    else this.flushIn(FLUSH_EVERY_MS)
  }

  /** Changes records here and in this browser, and removes those that are null. */
  put(changes: ReadonlyMap<string, LocalProgress | null>): void {
    const records = new Map(this.records)
    for (const [video, record] of changes) {
      if (record === null) records.delete(video)
      else records.set(video, record)
      // After a sign-out in another tab, this tab writes nothing.
      if (!isSessionOver()) this.#isKept = writeStored(progressOf(this.#memberId) + video, record)
    }
    this.#publish({ ...this.#snapshot, records })
  }

  /** Saves what is unsent, then takes over what other devices saved. @returns whether the portal answered. */
  async sync(): Promise<boolean> {
    await this.flush()
    const before = this.records
    const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
    const answer = await actions.progress.list({ zone }).catch(() => null)
    if (!answer?.data) {
      this.flushIn(RETRY_AFTER_MS)
      return false
    }
    // A record that changed during the request is newer than the answer.
    const isUnchanged = (video: string) => this.records.get(video) === before.get(video)
    this.put(new Map(afterRead(before, answer.data).filter(([video]) => isUnchanged(video))))
    if (!isSessionOver()) saveLastSyncedAt(this.#memberId)
    return true
  }

  /** Saves everything that is unsent. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#flushing = this.#flushing.then(() => this.#saveAll())
    return this.#flushing
  }

  /** Flushes within so many milliseconds; an earlier flush counts. */
  flushIn(ms: number): void {
    this.#timer ??= setTimeout(() => void this.flush(), ms)
  }

  /** Saves while the page unloads. The portal's answer is lost, so the same records are saved again. */
  flushWithBeacon(): void {
    const [batch] = this.#unsentBatches()
    if (!batch || isSessionOver()) return
    const body = new Blob([JSON.stringify({ changes: batch.map(toChange) })], { type: 'application/json' })
    navigator.sendBeacon(`${ACTIONS_PREFIX}progress.save`, body)
  }

  /** Saves when the page is hidden, and syncs when it or the network is back. @returns a function that stops it. */
  followPage(report?: () => void): () => void {
    const controller = new AbortController()
    const { signal } = controller
    const leave = () => {
      report?.()
      this.flushWithBeacon()
    }
    const syncOrLeave = () => (document.hidden ? leave() : void this.sync())
    addEventListener('online', () => void this.sync(), { signal })
    addEventListener('pagehide', leave, { signal })
    document.addEventListener('visibilitychange', syncOrLeave, { signal })
    return () => controller.abort()
  }

  #unsentBatches(): LocalProgress[][] {
    const unsent = [...this.records.values()].filter(({ isUnsent }) => isUnsent)
    const count = Math.ceil(unsent.length / CHANGES_AT_ONCE)
    return Array.from({ length: count }, (_, n) =>
      unsent.slice(n * CHANGES_AT_ONCE, (n + 1) * CHANGES_AT_ONCE),
    )
  }

  async #saveAll(): Promise<void> {
    const batches = this.#unsentBatches()
    if (batches.length > 0) this.#isRefused = false
    let cause: Cause | null = null
    for (const batch of batches) cause ??= await this.#save(batch)
    if (cause) this.flushIn(RETRY_AFTER_MS)
    const unsaved = cause && !this.#isKept ? (`${cause}_unkept` as const) : cause
    const problem = unsaved ?? (this.#isRefused ? 'deadline_gone' : null)
    if (problem !== this.#snapshot.problem) this.#publish({ ...this.#snapshot, problem })
  }

  /** Tries each record of a refused batch alone. @returns why the portal has not all of it; null when it has. */
  async #save(batch: readonly LocalProgress[]): Promise<Cause | null> {
    if (isSessionOver()) return 'progress_signed_out'
    const answer = await actions.progress.save({ changes: batch.map(toChange) }).catch(() => null)
    const code = answer?.error?.code
    let cause: Cause | null = null
    if (answer?.data) this.put(new Map(afterSave(batch, answer.data, this.records)))
    else if (code === 'UNAUTHORIZED') cause = 'progress_signed_out'
    else if (code !== 'BAD_REQUEST') cause = 'progress_unsent'
    // The portal refuses a video that was taken out of the playlist, and a deadline that was moved.
    else if (batch.length === 1) {
      this.#isRefused ||= batch.some(({ video }) => DEADLINE_KEY.test(video))
      this.put(new Map(batch.map(({ video }) => [video, null])))
    } else for (const one of batch) cause ??= await this.#save([one])
    return cause
  }

  #publish(snapshot: Snapshot): void {
    this.#snapshot = snapshot
    for (const listener of this.#listeners) listener()
  }
}

const FLUSH_EVERY_MS = 15_000
const RETRY_AFTER_MS = 30_000

export interface Snapshot {
  records: Records
  /** Why something isn't saved yet; null when everything is. */
  problem: Problem | null
}

type Cause = 'progress_unsent' | 'progress_signed_out'
/** A browser without storage keeps nothing beyond its page. */
type Problem = Extract<ErrorCode, Cause | `${Cause}_unkept` | 'deadline_gone'>
