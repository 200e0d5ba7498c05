import type { Clock, RateLimits } from '../auth/ports.ts'
import { inBursts } from './report-bursts.ts'

/**
 * Counts in `stored`; whenever that fails, in `spare`. A limit that cannot be looked up thereby becomes a coarser
 * one, never none.
 */
export function withSpare(stored: RateLimits, spare: RateLimits, outage: Outage): RateLimits {
  const report = inBursts(outage.clock, outage.report)

  async function orSpare<T>(work: Promise<T>, instead: () => Promise<T>): Promise<T> {
    try {
      return await work
    } catch (cause) {
      report(cause)
      return instead()
    }
  }

  return {
    take: (limit, subject) => orSpare(stored.take(limit, subject), () => spare.take(limit, subject)),
    peek: (limit, subject) => orSpare(stored.peek(limit, subject), () => spare.peek(limit, subject)),
    giveBack: (limit, subject) =>
      orSpare(stored.giveBack(limit, subject), () => spare.giveBack(limit, subject)),
    forget: (limit, subject) => orSpare(stored.forget(limit, subject), () => spare.forget(limit, subject)),
  }
}

interface Outage {
  clock: Clock
  /** The first time at once, then once in ten seconds at most. */
  report: (cause: unknown) => void
}
