import type { Clock } from '../vendors/ports.ts'

/** What is wrong meets every request; saying so this often is enough. */
const REPORT_EVERY_MS = 10_000

/**
 * Reports the first event at once and then at most one in ten seconds, with the number it stands for; one that is not
 * like the last reported one, at once as well.
 */
export function inBursts<T>(
  clock: Clock,
  report: (event: T, times: number) => void,
  likenessOf: (event: T) => string = () => '',
): (event: T) => void {
  let quietUntilMs = -Infinity
  let lastLikeness = ''
  let times = 0

  return (event) => {
    times += 1
    const [nowMs, likeness] = [clock(), likenessOf(event)]
    if (nowMs < quietUntilMs && likeness === lastLikeness) return
    quietUntilMs = nowMs + REPORT_EVERY_MS
    lastLikeness = likeness
    report(event, times)
    times = 0
  }
}
