import { BusyError } from '../auth/busy-error.ts'

/**
 * Runs work at most so many at once; others wait their turn, and when too many wait, the next is refused with a
 * BusyError.
 */
export function createQueue({ atOnce, waiting }: Bounds): InTurn {
  const queue: (() => void)[] = []
  let running = 0

  /** Whoever waits takes over the place of the one who leaves, so a newcomer cannot slip in between. */
  function turn(): Promise<void> {
    if (running < atOnce) {
      running += 1
      return Promise.resolve()
    }
    if (queue.length >= waiting) return Promise.reject(new BusyError('Too much to do at once.'))
    return new Promise((resolve) => queue.push(resolve))
  }

  return async (work) => {
    await turn()
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
}

export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

export interface Bounds {
  atOnce: number
  waiting: number
}
