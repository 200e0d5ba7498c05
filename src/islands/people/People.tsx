import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { personStatuses, type PersonStatus } from '#src/shared/people/people.ts'
import { queries } from '../queries.ts'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { PeopleList } from './PeopleList.tsx'
import { useTitle } from './person.ts'
import { PersonPage } from './PersonPage.tsx'

/**
 * Administrators' work with people. The address says which view: a person, the form that invites, or a list.
 *
 * @param cohort the key of the one whose watched videos count.
 */
export default function People({ cohort }: { cohort: string }) {
  const address = new URLSearchParams(location.search)
  const id = address.get('id')
  const status = (personStatuses as readonly string[]).find((each) => each === address.get('status'))
  useTitle(address.has('invite') ? 'Invite people' : undefined)
  return (
    <ErrorBoundary>
      <QueryClientProvider client={queries}>
        {id === null && !address.has('invite') ? (
          <PeopleList
            status={(status as PersonStatus | undefined) ?? personStatuses[0]}
            search={address.get('q') ?? ''}
            skipped={Number(address.get('skip')) || 0}
            cohort={cohort}
          />
        ) : (
          <div className="mt-4 max-w-180">
            <a href="?status=pending" className="text-sm text-link">
              See who’s waiting
            </a>
            <Suspense>{id === null ? <Invite /> : <PersonPage id={id} cohort={cohort} />}</Suspense>
          </div>
        )}
      </QueryClientProvider>
    </ErrorBoundary>
  )
}

/** With what reads lists, which no other view needs. */
const Invite = lazy(() => import('./Invite.tsx'))
