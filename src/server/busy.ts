import pLimit from 'p-limit'

/** There is more to do than can be done in time: nothing was begun, and the same may work in a moment. */
export class BusyError extends Error {
  override readonly name = 'BusyError'
}

/** Runs work at most so many at once. With as many maxPending as may wait, the next is refused with a BusyError. */
export function createQueue({ concurrency, maxPending }: { concurrency: number; maxPending: number }) {
  const limit = pLimit(concurrency)
  return <T>(work: () => Promise<T>): Promise<T> => {
    if (limit.pendingCount >= maxPending) return Promise.reject(new BusyError('Too much to do at once.'))
    return limit(work)
  }
}
