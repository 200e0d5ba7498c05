import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { actions } from 'astro:actions'
import { useEffect, useMemo, useState } from 'react'
import { queryClient } from '#src/lib/query-client.ts'

export const MEMBERS = { queryKey: ['members'] }

/**
 * The members who match, by company and name, as far as their pages are loaded. Once everyone is loaded, it returns everyone, and
 * the caller filters them: at once, also offline.
 */
export function useMembers(filter: MembersFilter) {
  const everyone = useInfiniteQuery(pagesQuery(NO_FILTER), queryClient)
  const isEveryone = everyone.data !== undefined && !everyone.hasNextPage
  const search = useDebounced(filter.search)
  const matching = useInfiniteQuery(
    {
      // Without a search, the answer is everyone's.
      ...pagesQuery({ ...filter, search, allowsTypos: filter.allowsTypos && search !== '' }),
      enabled: !isEveryone,
      placeholderData: keepPreviousData,
    },
    queryClient,
  )
  const query = isEveryone ? everyone : matching
  const pages = query.data?.pages
  const members = useMemo(() => pages?.flatMap((page) => page.members), [pages])
  const isNextPage = query.isFetchingNextPage || query.isFetchNextPageError
  return {
    /** undefined until the first page is loaded. */
    members,
    isEveryone,
    count: pages?.at(-1)?.count ?? 0,
    hasNextPage: query.hasNextPage && !query.isPlaceholderData,
    fetchNextPage: query.fetchNextPage,
    isFetchingNextPage: query.isFetchingNextPage,
    isFetching: query.isFetching || (!isEveryone && filter.search !== search),
    isError: query.isError,
    error: isNextPage ? null : query.failureReason,
    nextPageError: isNextPage ? query.failureReason : null,
  }
}

export function useMemberFilters() {
  return useQuery(filtersQuery, queryClient)
}

const filtersQuery = {
  queryKey: [...MEMBERS.queryKey, 'filters'],
  queryFn: () => actions.members.readFilters.orThrow(),
}

function pagesQuery(filter: MembersFilter) {
  return {
    queryKey: [...MEMBERS.queryKey, 'list', filter],
    queryFn: ({ pageParam: after }: { pageParam: Cursor }) =>
      actions.members.list.orThrow({ ...filter, after }),
    initialPageParam: null as Cursor,
    getNextPageParam: ({ next }: { next: Cursor }) => next,
  }
}

function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return debounced
}

const DEBOUNCE_MS = 200

type Cursor = Parameters<typeof actions.members.list.orThrow>[0]['after']

export const NO_FILTER: MembersFilter = { search: '', company: '', role: '', allowsTypos: false }

/** Empty for none. */
export interface MembersFilter {
  search: string
  company: string
  role: string
  allowsTypos: boolean
}
