import { QueryClient } from '@tanstack/react-query'

/**
 * All islands share it, as the second argument of `useQuery` and `useMutation`. It has the library's retries and times
 * (docs/product.md, Timing). Offline it fails at once.
 */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { networkMode: 'always' }, mutations: { networkMode: 'always' } },
})

// A QueryClientProvider would do this: then shown queries are refetched when the tab gets the focus or the network is back.
queryClient.mount()

/** A JSON file in the vault, fetched once. The gate redirects requests without a session, which counts as a failure. */
export const fileQuery = <Content>(path: string) => ({
  queryKey: [path],
  queryFn: async () => {
    const answer = await fetch(path, { redirect: 'manual' })
    if (!answer.ok) throw new Error(`${path} could not be fetched.`)
    return (await answer.json()) as Content
  },
  staleTime: Infinity,
  retry: false,
})
