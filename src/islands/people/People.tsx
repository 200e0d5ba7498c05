import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { personStatuses, type PersonStatus } from '#src/shared/people/people.ts'
import { queryClient } from '../../lib/query-client.ts'
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx'
import { PeopleList } from './PeopleList.tsx'
import { linkToDue, useTitle } from './person.ts'
import { PersonPage } from './PersonPage.tsx'

/** Administrators' work with people. The address says which view: a person, the form that invites, what is due, or a list. */
export default function People() {
  const address = new URLSearchParams(location.search)
  const id = address.get('id')
  const due = address.get('due')
  const status = (personStatuses as readonly string[]).find((each) => each === address.get('status'))
  useTitle(address.has('invite') ? 'Invite people' : undefined)
  return (
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        <Suspense>
          {due === '' ? (
            <Due shown="" />
          ) : id === null && due === null && !address.has('invite') ? (
            <PeopleList
              status={(status as PersonStatus | undefined) ?? personStatuses[0]}
              search={address.get('q') ?? ''}
              skipped={Number(address.get('skip')) || 0}
            />
          ) : (
            <div className="max-w-180">
              <a href={due ? linkToDue('') : lastList()} className="text-link text-sm">
                {due ? '← Due' : '← People'}
              </a>
              {due ? <Due shown={due} /> : id === null ? <Invite /> : <PersonPage id={id} />}
            </div>
          )}
        </Suspense>
      </QueryClientProvider>
    </ErrorBoundary>
  )
}

/** The list that the reader comes from, or the first. */
function lastList(): string {
  const from = URL.parse(document.referrer)
  const isList =
    from?.origin === origin && from.pathname === location.pathname && !/[?&](?:id|invite)\b/.test(from.search)
  return isList ? from.search || '?' : '?'
}

/** What no other view needs. */
const Due = lazy(() => import('./Due.tsx'))
const Invite = lazy(() => import('./Invite.tsx'))
