import { fromProgress, together, toProgress, type Known } from '#src/shared/playlist/known.ts'
import { CHANGES_AT_ONCE } from '#src/shared/playlist/limits.ts'
import type { VideoProgress } from '#src/shared/playlist/progress.ts'
import type { LocalEntry, LocalProgress } from './local.ts'
import type { Remote } from './portal.ts'

/**
 * The member's progress: stored in this browser at once and by the portal soon after. What could not be saved is saved
 * again, now and at the next visit; saving it twice changes nothing.
 */
export class ProgressSync {
  readonly #deps: Deps
  readonly #entries: Map<string, LocalEntry>
  readonly #listeners = new Set<() => void>()
  #snapshot: ReadonlyMap<string, Known>
  #timer: ReturnType<typeof setTimeout> | undefined
  #flushing: Promise<void> | null = null

  constructor(deps: Deps) {
    this.#deps = deps
    this.#entries = deps.local.readAll()
    this.#snapshot = new Map(this.#entries)
  }

  /** What is known, by the videos' keys. Another map after anything changed that a screen shows. */
  readonly entries = (): ReadonlyMap<string, Known> => this.#snapshot

  /** @returns what stops it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** What is known about a video to the second, which `entries` need not be. */
  of(video: string): Known | undefined {
    return this.#entries.get(video)
  }

  /** Changes what is known about a video; the portal hears of it now or in a while. */
  record(video: string, change: (known: Known, now: number) => Known, when: 'now' | 'soon'): void {
    // Another tab may know more by now.
    const stored = this.#deps.local.read(video)
    const known = together(stored, this.#entries.get(video) ?? stored)
    const next = change(known, this.#deps.clock())
    this.#put(video, { ...next, unsent: true })
    // Every second of playing is no news to the screen.
    const isNews = when === 'now' || next.watched !== known.watched
    if (isNews) this.#publish()
    this.#flushIn(isNews ? 0 : FLUSH_EVERY_MS)
  }

  /** Asks the portal what other devices saved, merges it, and saves what the portal does not have. */
  async pull(): Promise<void> {
    const before = new Map(this.#entries)
    const remote = await this.#deps.remote.read()
    if (remote === null) {
      this.#flushIn(RETRY_AFTER_MS)
      return
    }
    this.#forgetRemoved(before, new Set(remote.map(({ video }) => video)))
    for (const progress of remote) this.#merge(progress)
    this.#publish()
    await this.flush()
  }

  /** Saves everything that waits. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#flushing ??= this.#saveAll().finally(() => {
      this.#flushing = null
    })
    return this.#flushing
  }

  /** Saves while the page goes away; whether that arrives nobody hears, so it is saved again. */
  flushWithBeacon(): void {
    const queue = this.#queue().slice(0, CHANGES_AT_ONCE)
    if (queue.length > 0 && !this.#deps.isOver()) this.#deps.remote.beacon(this.#changesOf(queue))
  }

  #merge(progress: VideoProgress): void {
    const theirs = fromProgress(progress, this.#deps.clock())
    const ours = this.#entries.get(progress.video)
    const merged = ours ? { ...together(ours, theirs), unsent: ours.unsent } : { ...theirs, unsent: false }
    this.#put(progress.video, merged)
  }

  #put(video: string, entry: LocalEntry): void {
    this.#entries.set(video, entry)
    // Whoever signed out in another tab left nothing behind, and this tab brings nothing back.
    if (!this.#deps.isOver()) this.#deps.local.write(video, entry)
  }

  #publish(): void {
    this.#snapshot = new Map(this.#entries)
    for (const listener of this.#listeners) listener()
  }

  /** What the portal had and does not know any more is of a video that was taken out. It stays in this browser. */
  #forgetRemoved(before: ReadonlyMap<string, LocalEntry>, known: ReadonlySet<string>): void {
    for (const [video, entry] of before) {
      const isUntouched = !entry.unsent && this.#entries.get(video) === entry
      if (isUntouched && !known.has(video)) this.#entries.delete(video)
    }
  }

  #queue(): string[] {
    return [...this.#entries].filter(([, { unsent }]) => unsent).map(([video]) => video)
  }

  #changesOf(videos: readonly string[]): VideoProgress[] {
    const now = this.#deps.clock()
    return videos.flatMap((video) => {
      const entry = this.#entries.get(video)
      return entry ? [toProgress(video, entry, now)] : []
    })
  }

  /** The earliest wish counts. */
  #flushIn(ms: number): void {
    if (ms === 0) clearTimeout(this.#timer)
    else if (this.#timer !== undefined) return
    this.#timer = setTimeout(() => void this.flush(), ms)
  }

  async #saveAll(): Promise<void> {
    const queue = this.#queue()
    for (let first = 0; first < queue.length; first += CHANGES_AT_ONCE) {
      const outcome = await this.#save(queue.slice(first, first + CHANGES_AT_ONCE))
      if (outcome === 'retry') {
        this.#flushIn(RETRY_AFTER_MS)
        return
      }
    }
  }

  /** What the portal rejects is not sent again; one bad entry must not hold up the others. */
  async #save(videos: string[]): Promise<'done' | 'retry'> {
    if (this.#deps.isOver()) return 'retry'
    const sent = new Map(videos.map((video) => [video, this.#entries.get(video)]))
    const outcome = await this.#deps.remote.save(this.#changesOf(videos))
    if (outcome === 'retry') return 'retry'
    if (outcome === 'rejected' && videos.length > 1) {
      for (const video of videos) if ((await this.#save([video])) === 'retry') return 'retry'
      return 'done'
    }
    for (const [video, entry] of sent) {
      // It may have gone on meanwhile.
      if (entry && this.#entries.get(video) === entry) this.#put(video, { ...entry, unsent: false })
    }
    return 'done'
  }
}

/** A few dozen bytes every quarter of a minute. */
const FLUSH_EVERY_MS = 15_000
const RETRY_AFTER_MS = 30_000

interface Deps {
  local: LocalProgress
  remote: Remote
  clock: () => number
  /** Whether the member signed out since, or somebody else in. */
  isOver: () => boolean
}
