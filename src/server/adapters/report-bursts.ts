import type { Clock } from '../auth/ports.ts'

/** What is wrong meets every request; saying so this often is enough. */
const REPORT_EVERY_MS = 10_000

/** Reports the first event at once and then at most one in ten seconds, with the number it stands for. */
export function inBursts<T>(clock: Clock, report: (event: T, times: number) => void): (event: T) => void {
  let quietUntilMs = -Infinity
  let times = 0

  return (event) => {
    times += 1
    const nowMs = clock()
    if (nowMs < quietUntilMs) return
    quietUntilMs = nowMs + REPORT_EVERY_MS
    report(event, times)
    times = 0
  }
}
