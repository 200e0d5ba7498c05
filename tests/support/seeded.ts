/** Chance that a seed decides: the same seed, the same numbers (mulberry32). */
export function seeded(seed: number): Chance {
  let state = seed >>> 0
  const number = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count: number) => Math.floor(number() * count)
  return {
    number,
    below,
    oneOf: (list) => list[below(list.length)],
    weighted(choices) {
      let left = number() * choices.reduce((sum, [weight]) => sum + weight, 0)
      for (const [weight, choice] of choices) {
        left -= weight
        if (left < 0) return choice
      }
      return choices[0][1]
    },
  }
}

export interface Chance {
  /** From 0 up to 1. */
  number: () => number
  /** A whole number from 0 up to this. */
  below: (count: number) => number
  /** undefined of an empty list. */
  oneOf: <T>(list: readonly T[]) => T | undefined
  weighted: <T>(choices: readonly [readonly [number, T], ...(readonly [number, T])[]]) => T
}
