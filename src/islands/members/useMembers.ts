import { useQuery } from '@tanstack/react-query'
import { actions } from 'astro:actions'
import { queryClient } from '#src/lib/query-client.ts'

export const MEMBERS = { queryKey: ['members'] }

/** Everyone in the directory, by company and name. */
export function useMembers() {
  return useQuery({ ...MEMBERS, queryFn: () => actions.members.list.orThrow() }, queryClient)
}
