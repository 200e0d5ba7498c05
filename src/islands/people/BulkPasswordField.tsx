import { useStore } from '@nanostores/react'
import { useQuery } from '@tanstack/react-query'
import { actions } from 'astro:actions'
import { queryClient } from '#src/lib/query-client.ts'
import { $viewer } from '#src/lib/viewer.ts'
import { MAX_PEOPLE_WITHOUT_PASSWORD, needsPassword } from '#src/shared/people/people.ts'
import { CurrentPasswordField } from '#src/ui/CurrentPasswordField.tsx'

export function BulkPasswordField() {
  return (
    <CurrentPasswordField
      email={useStore($viewer)?.email ?? ''}
      label="Your password"
      hint={`For more than ${MAX_PEOPLE_WITHOUT_PASSWORD} people in ten minutes, to confirm it’s you.`}
    />
  )
}

/** Whether so many people need it, by themselves or with those of earlier requests. */
export function useNeedsPassword(count: number): boolean {
  const { data } = useQuery(
    // Each action refetches what begins with 'people'.
    { queryKey: ['people', 'allowance'], queryFn: () => actions.people.passwordAllowance.orThrow() },
    queryClient,
  )
  return needsPassword(count, data?.allowance ?? MAX_PEOPLE_WITHOUT_PASSWORD)
}
