import { HOUR_MS, SECOND_MS } from '#src/shared/units.ts'

const FIRST_DELAY_MS = 30 * SECOND_MS
const MAX_DELAY_MS = HOUR_MS

/** Up to a fifth earlier or later, so that rows that failed together do not all come back together. */
const JITTER = 0.2

/** With the delays below, the last try is a good hour after the first. */
export const MAX_ATTEMPTS = 8

/** How long to wait after this many tries: half a minute, doubled each time, at most an hour. */
export function backoffMs(attempts: number, chance: number): number {
  const doubled = FIRST_DELAY_MS * 2 ** (attempts - 1)
  return Math.min(MAX_DELAY_MS, Math.round(doubled * (1 - JITTER + 2 * JITTER * chance)))
}
