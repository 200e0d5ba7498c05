import pLimit from 'p-limit'

/** There is more to do than can be done in time: nothing was begun, and the same may work in a moment. */
export class BusyError extends Error {
  override readonly name = 'BusyError'
}

/** Runs work at most so many at once. With as many waiting as may wait, the next is refused with a BusyError. */
export function createQueue({ atOnce, waiting }: { atOnce: number; waiting: number }) {
  const limit = pLimit(atOnce)
  return <T>(work: () => Promise<T>): Promise<T> => {
    if (limit.pendingCount >= waiting) return Promise.reject(new BusyError('Too much to do at once.'))
    return limit(work)
  }
}
