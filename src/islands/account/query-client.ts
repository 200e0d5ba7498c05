import { QueryClient } from '@tanstack/react-query'
import { retryDelay } from './retry-delay.ts'
import { Refusal } from './server.ts'

/** docs/product.md, Timing. */
const UNUSED_DATA_KEPT_MS = 5 * 60_000
const RETRIES = 3

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

function isFinal(error: Error): boolean {
  return error instanceof Refusal && error.kind === 'final'
}
