import { QueryClient } from '@tanstack/react-query'

/** The library's retries and times (docs/product.md, Timing). Offline it fails at once. */
export const queries = new QueryClient({ defaultOptions: { queries: { networkMode: 'always' } } })
