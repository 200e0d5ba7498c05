import { BusyError } from '../auth/busy-error.ts'
import type { PasswordHasher } from '../auth/ports.ts'

/**
 * The same hasher, at most so many at once; others wait their turn, and when too many wait, the next is refused
 * with a BusyError. Each hash takes 19 MiB and a thread that the rest of the process needs as well.
 */
export function boundedHasher(hasher: PasswordHasher, { atOnce, waiting }: Bounds): PasswordHasher {
  const queue: (() => void)[] = []
  let running = 0

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    await turn()
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }

  /** Whoever waits takes over the place of the one who leaves, so a newcomer cannot slip in between. */
  function turn(): Promise<void> {
    if (running < atOnce) {
      running += 1
      return Promise.resolve()
    }
    if (queue.length >= waiting) return Promise.reject(new BusyError('Too many passwords to hash at once.'))
    return new Promise((resolve) => queue.push(resolve))
  }

  return {
    hash: (password) => inTurn(() => hasher.hash(password)),
    verify: (passwordHash, password) => inTurn(() => hasher.verify(passwordHash, password)),
    isOutdated: (passwordHash) => hasher.isOutdated(passwordHash),
  }
}

interface Bounds {
  atOnce: number
  waiting: number
}
