import type { RateLimits } from '../auth/ports.ts'

/**
 * Counts in `stored`; whenever that fails, in `spare`. A limit that cannot be looked up thereby becomes a coarser
 * one, never none.
 */
export function withSpare(
  stored: RateLimits,
  spare: RateLimits,
  onOutage: (cause: unknown) => void,
): RateLimits {
  function spareOn<T>(work: Promise<T>, instead: () => Promise<T>): Promise<T> {
    return work.catch((cause: unknown) => {
      onOutage(cause)
      return instead()
    })
  }

  return {
    take: (limit, subject) => spareOn(stored.take(limit, subject), () => spare.take(limit, subject)),
    giveBack: (limit, subject) =>
      spareOn(stored.giveBack(limit, subject), () => spare.giveBack(limit, subject)),
    forget: (limit, subject) => spareOn(stored.forget(limit, subject), () => spare.forget(limit, subject)),
  }
}
