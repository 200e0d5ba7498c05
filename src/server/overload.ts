import pLimit from 'p-limit'

/** Overload: nothing was started, and a retry may succeed in a moment. */
export class OverloadedError extends Error {
  override readonly name = 'OverloadedError'
}

/** Limits concurrency. Rejects with an OverloadedError when more than `maxPending` jobs wait. */
export function createQueue({ concurrency, maxPending }: { concurrency: number; maxPending: number }) {
  const limit = pLimit(concurrency)
  return <T>(work: () => Promise<T>): Promise<T> => {
    if (limit.pendingCount >= maxPending) return Promise.reject(new OverloadedError('The queue is full.'))
    return limit(work)
  }
}
