import { ACTIONS_PREFIX } from '#src/shared/paths.ts'
import type { Changes, Disk } from './disk.ts'

/**
 * Records of one member: kept in this browser at once and saved with the portal soon after. What could not be saved is
 * saved again after 30 s, when the network is back and at the next visit; saving twice changes nothing.
 */
export class SyncedStore<Value, Answer> {
  readonly #deps: Deps<Value, Answer>
  readonly #listeners = new Set<() => void>()
  readonly #refused = new Set<string>()
  /** What this browser could not write. */
  readonly #offDisk = new Map<string, Value>()
  /** To the moment, which the snapshot need not be. */
  records: ReadonlyMap<string, Value>
  #snapshot: Snapshot<Value>
  #isBehind = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #flushing: Promise<void> = Promise.resolve()
  readonly #channel: BroadcastChannel | undefined

  /** @param records what is known before `load` has read the disk. */
  constructor(deps: Deps<Value, Answer>, records: ReadonlyMap<string, Value> = new Map()) {
    this.#deps = deps
    this.records = records
    this.#snapshot = { records, refused: new Set(), isBehind: false }
    if (!deps.channel) return
    this.#channel = new BroadcastChannel(deps.channel)
    this.#channel.addEventListener('message', () => void this.load())
  }

  /** What a screen shows; another object after anything changed. */
  readonly snapshot = (): Snapshot<Value> => this.#snapshot

  /** @returns what stops it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Reads what this browser has, also when another tab changed it. */
  async load(): Promise<void> {
    const before = this.records
    const stored = await this.#deps.disk.read()
    // Something was written here since, and is not in what was read.
    if (this.records !== before) return this.load()
    this.records = new Map([...stored, ...this.#offDisk])
    this.#publish()
  }

  /**
   * Writes records, all or none, and removes those that are null.
   *
   * @param isShown whether screens and other tabs hear of it now.
   * @returns whether it is on the disk.
   */
  async put(changes: Changes<Value>, isShown = true): Promise<boolean> {
    if (changes.size === 0) return true
    const records = new Map(this.records)
    for (const [key, value] of changes) {
      if (value === null) records.delete(key)
      else records.set(key, value)
    }
    this.records = records
    // After a sign-out in another tab, this one leaves nothing behind.
    const isOnDisk = !this.#deps.isOver() && (await this.#deps.disk.write(changes))
    for (const [key, value] of changes) {
      if (isOnDisk || value === null) this.#offDisk.delete(key)
      else this.#offDisk.set(key, value)
    }
    // What is shown is on the disk: a page that is left now loses none of it.
    if (isShown) this.#publish(records)
    if (isOnDisk && isShown) this.#channel?.postMessage(null)
    return isOnDisk
  }

  /** Saves what is unsent, and takes over what other devices saved. */
  async sync(): Promise<void> {
    await this.load()
    await this.flush()
    const before = this.records
    const answer = await this.#deps.read()
    this.#isBehind = answer === null
    if (answer === null) this.flushIn(RETRY_AFTER_MS)
    else await this.put(this.#unchangedSince(before, this.#deps.merge(before, answer)))
    this.#publish()
    if (answer !== null && this.#unsent().length > 0) await this.flush()
  }

  /** Saves everything that is unsent. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#flushing = this.#flushing.then(() => this.#saveAll())
    return this.#flushing
  }

  /** The same later; the earliest wish counts. */
  flushIn(ms: number): void {
    this.#timer ??= setTimeout(() => void this.flush(), ms)
  }

  /** Saves while the page goes away. Whether that arrives is unknown, so it is saved again. */
  flushWithBeacon(): void {
    const [first] = this.#deps.batches(this.#unsent())
    if (first && !this.#deps.isOver()) this.#deps.beacon(first)
  }

  /** Saves before the page goes away, and syncs when it or the network is back. @returns what stops it. */
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
   * What is refused holds up nothing else: each record is tried alone, the last first. It stays unsent until the next flush.
   *
   * @returns false when the portal cannot be reached.
   */
  async #save(batch: readonly Value[]): Promise<boolean> {
    if (this.#deps.isOver()) return false
    const sent = new Map(batch.map((value) => [this.#deps.keyOf(value), value]))
    const saved = await this.#deps.save(batch)
    if (saved === 'retry') return false
    if (saved === 'refused' && batch.length > 1) {
      for (const one of batch.toReversed()) if (!(await this.#save([one]))) return false
      return true
    }
    for (const value of batch) {
      if (saved === 'refused') this.#refused.add(this.#deps.keyOf(value))
      else this.#refused.delete(this.#deps.keyOf(value))
    }
    if (saved !== 'refused') await this.put(this.#unchangedSince(sent, saved))
    return true
  }

  /** A record that changed while the portal was asked is newer than its answer. */
  #unchangedSince(before: ReadonlyMap<string, Value>, changes: Changes<Value>): Changes<Value> {
    return new Map([...changes].filter(([key]) => this.records.get(key) === before.get(key)))
  }

  #publish(records: ReadonlyMap<string, Value> = this.records): void {
    this.#snapshot = { records, refused: new Set(this.#refused), isBehind: this.#isBehind }
    for (const listener of this.#listeners) listener()
  }
}

const RETRY_AFTER_MS = 30_000

/** Calls an action while the page goes away. */
export function sendBeacon(action: string, form: object): void {
  const body = new Blob([JSON.stringify(form)], { type: 'application/json' })
  navigator.sendBeacon(ACTIONS_PREFIX + action, body)
}

export function chunks<Value>(values: readonly Value[], size: number): Value[][] {
  const count = Math.ceil(values.length / size)
  return Array.from({ length: count }, (_, n) => values.slice(n * size, (n + 1) * size))
}

export interface Snapshot<Value> {
  records: ReadonlyMap<string, Value>
  /** The keys of records that the portal has no room for. */
  refused: ReadonlySet<string>
  /** Whether the portal could not be reached the last time. */
  isBehind: boolean
}

/** What the portal did with a batch: the records as they are now, or why there are none. */
export type Saved<Value> = Changes<Value> | 'retry' | 'refused'

interface Deps<Value, Answer> {
  disk: Disk<Value>
  keyOf: (value: Value) => string
  isUnsent: (value: Value) => boolean
  /** What is sent in one request, in this order. */
  batches: (unsent: readonly Value[]) => Value[][]
  save: (batch: readonly Value[]) => Promise<Saved<Value>>
  beacon: (batch: readonly Value[]) => void
  /** null when the portal cannot be reached. */
  read: () => Promise<Answer | null>
  /** What changes here by what the portal knows. */
  merge: (records: ReadonlyMap<string, Value>, answer: Answer) => Changes<Value>
  /** Whether the page's member signed out, or another one in. */
  isOver: () => boolean
  /** What other tabs of this browser hear of changes by. */
  channel?: string
}
