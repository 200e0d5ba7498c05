import type { RecentKeysOptions } from './recent-keys.ts'

/** How often keys came lately: all times of a key are forgotten so long after the first, and of too many keys the oldest. */
export class RecentCounts {
  readonly #counts = new Map<string, { times: number; forgottenAtMs: number }>()
  readonly #options: RecentKeysOptions

  constructor(options: RecentKeysOptions) {
    this.#options = options
  }

  /** @returns how often the key came by now. */
  add(key: string): number {
    const { most, forMs, clock } = this.#options
    const nowMs = clock()
    const counted = this.#counts.get(key)
    if (counted && counted.forgottenAtMs > nowMs) return (counted.times += 1)

    this.#counts.delete(key)
    this.#counts.set(key, { times: 1, forgottenAtMs: nowMs + forMs })
    // A map keeps the order in which its keys came.
    const [oldest] = this.#counts.keys()
    if (this.#counts.size > most && oldest !== undefined) this.#counts.delete(oldest)
    return 1
  }
}
