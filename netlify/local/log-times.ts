/** Begins each line of the log with its time, as Netlify's log does. */
export function printTimes(log: Pick<Console, 'error' | 'info' | 'warn'>): void {
  for (const level of ['error', 'info', 'warn'] as const) {
    const print = log[level].bind(log)
    log[level] = (...values: unknown[]) => {
      print(new Date().toISOString(), ...values)
    }
  }
}
