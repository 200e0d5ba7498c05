import type { PasswordHasher } from '../vendors/ports.ts'
import { createQueue, type Bounds } from '../queue.ts'

/**
 * The same hasher, at most so many at once: each hash takes 19 MiB and a thread that the rest of the process needs as
 * well.
 */
export function boundedHasher(hasher: PasswordHasher, bounds: Bounds): PasswordHasher {
  const inTurn = createQueue(bounds)
  return {
    hash: (password) => inTurn(() => hasher.hash(password)),
    verify: (passwordHash, password) => inTurn(() => hasher.verify(passwordHash, password)),
    isOutdated: (passwordHash) => hasher.isOutdated(passwordHash),
  }
}
