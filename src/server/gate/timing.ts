import type { Clock } from '../vendors/ports.ts'

/**
 * How long a member's page waited for what, as browsers show it (`Server-Timing`): where a function is far from its
 * database, `db` says so. For members alone: the time of a look-up is nothing that a stranger should measure by.
 */
export function startTiming(clock: Clock): Timing {
  const begunMs = clock()
  const parts: string[] = []
  const part = (name: string, sinceMs: number) => `${name};dur=${(clock() - sinceMs).toFixed(1)}`
  return {
    async of(name, work) {
      const sinceMs = clock()
      const result = await work
      parts.push(part(name, sinceMs))
      return result
    },
    writeTo({ headers }) {
      headers.set('Server-Timing', [part('gate', begunMs), ...parts.sort()].join(', '))
    },
  }
}

interface Timing {
  of<T>(name: 'db' | 'file', work: Promise<T>): Promise<T>
  /** `gate` is all of it until now. */
  writeTo(answer: Response): void
}
