import type { Clock, RateLimits } from '../auth/ports.ts'

/** An outage meets every request; saying so this often is enough. */
const REPORT_EVERY_MS = 10_000

/**
 * Counts in `stored`; whenever that fails, in `spare`. A limit that cannot be looked up thereby becomes a coarser
 * one, never none.
 */
export function withSpare(stored: RateLimits, spare: RateLimits, outage: Outage): RateLimits {
  let quietUntilMs = -Infinity

  async function orSpare<T>(work: Promise<T>, instead: () => Promise<T>): Promise<T> {
    try {
      return await work
    } catch (cause) {
      report(cause)
      return instead()
    }
  }

  function report(cause: unknown): void {
    const nowMs = outage.clock()
    if (nowMs < quietUntilMs) return
    quietUntilMs = nowMs + REPORT_EVERY_MS
    outage.report(cause)
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
  report: (cause: unknown) => void
}
