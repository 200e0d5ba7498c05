/** Whoever has taken the turn goes on alone until it is given on. */
export function createTurns(): Turns {
  const waiting: (() => void)[] = []
  let isTaken = false
  return {
    take() {
      if (isTaken) return new Promise((resolve) => waiting.push(resolve))
      isTaken = true
      return Promise.resolve()
    },
    giveOn() {
      const next = waiting.shift()
      if (next) next()
      else isTaken = false
    },
  }
}

export interface Turns {
  take(): Promise<void>
  giveOn(): void
}
