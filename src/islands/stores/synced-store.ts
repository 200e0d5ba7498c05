import { ACTIONS_PREFIX } from '#src/shared/paths.ts'

/**
 * Records of one member: stored in this browser at once and saved with the portal soon after. What couldn't be saved is
 * retried after 30 s, when the network is back and at the next visit. Saving is idempotent.
 */
export class SyncedStore<Value, Merged, Stored> {
  readonly #deps: Deps<Value, Merged, Stored>
  readonly #listeners = new Set<() => void>()
  readonly #refused = new Set<string>()
  /** What this browser couldn't write. */
  readonly #offDisk = new Map<string, Value>()
  /** The current records. The snapshot has them once they are on the disk. */
  records: Records<Value>
  #snapshot: Snapshot<Value>
  #isBehind = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #flushing: Promise<void> = Promise.resolve()
  readonly #channel: BroadcastChannel | undefined

  /** @param records the records before `load` has read the disk. */
  constructor(deps: Deps<Value, Merged, Stored>, records: Records<Value> = new Map()) {
    this.#deps = deps
    this.records = records
    this.#snapshot = { records, refused: new Set(), isBehind: false }
    if (!deps.channel) return
    this.#channel = new BroadcastChannel(deps.channel)
    this.#channel.addEventListener('message', () => void this.load())
  }

  /** What a screen shows: a new object after each change. */
  readonly snapshot = (): Snapshot<Value> => this.#snapshot

  /** @returns a function that unsubscribes. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Reads the disk, which another tab may have changed. */
  async load(): Promise<void> {
    const before = this.records
    const stored = await this.#deps.disk.read()
    // What was written during the read is not in it.
    if (this.records !== before) return this.load()
    this.records = new Map([...stored, ...this.#offDisk])
    this.#publish()
  }

  /** Writes records, all or none, and removes those that are null. @returns whether they are on the disk. */
  async put(changes: Changes<Value>): Promise<boolean> {
    if (changes.size === 0) return true
    const records = new Map(this.records)
    for (const [key, value] of changes) {
      if (value === null) records.delete(key)
      else records.set(key, value)
    }
    this.records = records
    // After a sign-out in another tab, this tab writes nothing.
    const isOnDisk = !this.#deps.isOver() && (await this.#deps.disk.write(changes))
    for (const [key, value] of changes) {
      if (isOnDisk || value === null) this.#offDisk.delete(key)
      else this.#offDisk.set(key, value)
    }
    // Shown only now, so that a page that is closed loses nothing it has shown.
    this.#publish(records)
    if (isOnDisk) this.#channel?.postMessage(null)
    return isOnDisk
  }

  /** Saves what is unsent, then merges what other devices saved. */
  async sync(): Promise<void> {
    await this.load()
    await this.flush()
    const before = this.records
    const answer = await this.#deps.read().catch(() => null)
    this.#isBehind = !answer?.data
    if (answer?.data) {
      const changes = [...this.#deps.merge(before, answer.data)]
      // A record that changed during the request is newer than the answer.
      await this.put(new Map(changes.filter(([key]) => this.records.get(key) === before.get(key))))
    } else this.flushIn(RETRY_AFTER_MS)
    this.#publish()
    if (answer?.data && this.#unsent().length > 0) await this.flush()
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
    const [first] = this.#deps.batches(this.#unsent())
    if (first && !this.#deps.isOver()) this.#deps.beacon(first)
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

  #unsent(): Value[] {
    return [...this.records.values()].filter((value) => this.#deps.isUnsent(value))
  }

  async #saveAll(): Promise<void> {
    this.#isBehind = false
    for (const batch of this.#deps.batches(this.#unsent())) {
      if (await this.#save(batch)) continue
      this.#isBehind = true
      this.flushIn(RETRY_AFTER_MS)
      break
    }
    this.#publish()
  }

  /**
   * Tries each record of a refused batch alone, the last first, so that one holds up no other. A refused record stays unsent
   * until the next flush.
   *
   * @returns false when the portal can't be reached.
   */
  async #save(batch: readonly Value[]): Promise<boolean> {
    if (this.#deps.isOver()) return false
    const answer = await this.#deps.save(batch).catch(() => null)
    const saved = this.#deps.saved(batch, answer, this.records)
    if (saved === 'retry') return false
    if (saved === 'refused' && batch.length > 1) {
      for (const one of batch.toReversed()) if (!(await this.#save([one]))) return false
      return true
    }
    for (const value of batch) {
      if (saved === 'refused') this.#refused.add(this.#deps.keyOf(value))
      else this.#refused.delete(this.#deps.keyOf(value))
    }
    if (saved !== 'refused') await this.put(saved)
    return true
  }

  #publish(records: Records<Value> = this.records): void {
    this.#snapshot = { records, refused: new Set(this.#refused), isBehind: this.#isBehind }
    for (const listener of this.#listeners) listener()
  }
}

const RETRY_AFTER_MS = 30_000

/** Calls an action while the page unloads. */
export function sendBeacon(action: string, form: object): void {
  const body = new Blob([JSON.stringify(form)], { type: 'application/json' })
  navigator.sendBeacon(ACTIONS_PREFIX + action, body)
}

export function chunks<Value>(values: readonly Value[], size: number): Value[][] {
  const count = Math.ceil(values.length / size)
  return Array.from({ length: count }, (_, n) => values.slice(n * size, (n + 1) * size))
}

export interface Snapshot<Value> {
  records: Records<Value>
  /** The keys of records that the portal refused. */
  refused: ReadonlySet<string>
  /** Whether the portal couldn't be reached the last time. */
  isBehind: boolean
}

type Records<Value> = ReadonlyMap<string, Value>

/** Records by their keys. null removes one. */
export type Changes<Value> = ReadonlyMap<string, Value | null>

/** One member's records in this browser. */
export interface Disk<Value> {
  read(): Promise<Records<Value>>
  /** Writes all or none. @returns whether they are on the disk. */
  write(changes: Changes<Value>): Promise<boolean>
}

/** What an action answered. null when the portal can't be reached. */
export type Answer<Data> = { data?: Data | undefined; error?: { code: string } | undefined } | null

/** What a save changes here, or why it changes nothing. */
export type Saved<Value> = Changes<Value> | 'retry' | 'refused'

interface Deps<Value, Merged, Stored> extends Rules<Value, Merged, Stored> {
  disk: Disk<Value>
  read: () => Promise<Answer<Stored>>
  save: (batch: readonly Value[]) => Promise<Answer<Merged>>
  beacon: (batch: readonly Value[]) => void
  /** Whether the member signed out, or another member signed in. */
  isOver: () => boolean
  /** The BroadcastChannel that tells this browser's other tabs of changes. */
  channel?: string
}

/** How records are sent and merged. */
export interface Rules<Value, Merged, Stored> {
  keyOf: (value: Value) => string
  isUnsent: (value: Value) => boolean
  /** The requests that send these records, in this order. */
  batches: (unsent: readonly Value[]) => Value[][]
  /** @param records the current records, some of which may have changed since the batch was sent. */
  saved: (batch: readonly Value[], answer: Answer<Merged>, records: Records<Value>) => Saved<Value>
  /** How the records change by what the portal has. */
  merge: (records: Records<Value>, stored: Stored) => Changes<Value>
}
