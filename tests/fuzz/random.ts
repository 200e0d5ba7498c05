/** Chance that a seed repeats: each request has its own, so that one can be made again without those before it. */
export class Random {
  #state: number

  constructor(seed: number, nth: number) {
    this.#state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(nth + 1, 0x85ebca6b)) >>> 0
    this.next()
  }

  /** From 0 to 1, without 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit)
  }

  pick<T>(list: readonly [T, ...T[]] | readonly T[]): T {
    return list[this.below(list.length)] as T
  }

  letters(count: number, alphabet: string): string {
    return Array.from({ length: count }, () => alphabet.charAt(this.below(alphabet.length))).join('')
  }
}
