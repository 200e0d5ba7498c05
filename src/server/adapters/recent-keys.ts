import type { Clock } from '../vendors/ports.ts'

/** Keys that were added lately: for so long, and of too many the latest. */
export class RecentKeys {
  readonly #forgottenAtMs = new Map<string, number>()
  readonly #options: RecentKeysOptions

  constructor(options: RecentKeysOptions) {
    this.#options = options
  }

  add(key: string): void {
    const { most, forMs, clock } = this.#options
    this.#forgottenAtMs.delete(key)
    this.#forgottenAtMs.set(key, clock() + forMs)
    if (this.#forgottenAtMs.size <= most) return
    // A map keeps the order in which its keys came.
    const [oldest] = this.#forgottenAtMs.keys()
    if (oldest !== undefined) this.#forgottenAtMs.delete(oldest)
  }

  has(key: string): boolean {
    return (this.#forgottenAtMs.get(key) ?? -Infinity) > this.#options.clock()
  }

  delete(key: string): void {
    this.#forgottenAtMs.delete(key)
  }
}

export interface RecentKeysOptions {
  most: number
  forMs: number
  clock: Clock
}
