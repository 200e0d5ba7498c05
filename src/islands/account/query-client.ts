import { QueryClient } from '@tanstack/react-query'
import { Refusal } from './server.ts'

/** Specification, section 9. */
const UNUSED_DATA_KEPT_MS = 5 * 60_000
const RETRIES = 3
const FIRST_RETRY_AFTER_MS = 1000
const LONGEST_WAIT_MS = 30_000

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: UNUSED_DATA_KEPT_MS,
        retry: (failures, error) => failures < RETRIES && !isFinal(error),
        retryDelay,
        // Whoever is offline is told so at once, not kept waiting for a line that may never come.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

/** Twice as long each time. */
export function retryDelay(failures: number): number {
  return Math.min(FIRST_RETRY_AFTER_MS * 2 ** failures, LONGEST_WAIT_MS)
}

function isFinal(error: Error): boolean {
  return error instanceof Refusal && error.kind === 'final'
}
