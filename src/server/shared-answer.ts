import type { Clock } from './vendors/ports.ts'

/**
 * One question for all who ask at the same time, or within a time of its answer; a failure is an answer like any. However
 * many ask, an instance asks no more often than that.
 */
export function shareAnswer<T>(forMs: number, clock: Clock, ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined
  let keptUntilMs = Infinity

  return () => {
    if (answer && clock() < keptUntilMs) return answer
    keptUntilMs = Infinity
    answer = ask().finally(() => {
      keptUntilMs = clock() + forMs
    })
    return answer
  }
}
