import * as icons from 'lucide'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { passkeysQuery } from '#src/lib/passkeys-query.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { ErrorBoundary } from '#src/ui/ErrorBoundary.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { PageHeading } from '#src/ui/PageHeading.tsx'
import { AdminPasskey } from './AdminPasskey.tsx'
import { PeopleList } from './PeopleList.tsx'
import { PersonPage } from './PersonPage.tsx'
import type { Programme } from './person.ts'
import { usePageTitle } from './usePageTitle.ts'
import { DUE_HREF, INVITE_HREF, parsePeopleView, type PeopleView } from './people-url.ts'

export default function People({ programme, ...heading }: Props) {
  const view = parsePeopleView(location.search)
  usePageTitle(view.kind === 'invite' ? 'Invite people' : undefined)
  const { isPending, failureCount } = useQuery(passkeysQuery, queryClient)
  const isOverview = view.kind === 'list' || view.kind === 'due'
  return (
    <ErrorBoundary>
      {isOverview ? (
        <PageHeading {...heading}>
          <a href={INVITE_HREF} className="button-quiet whitespace-nowrap">
            <Icon icon={icons.UserPlus} />
            Invite people
          </a>
        </PageHeading>
      ) : (
        <a href={view.kind === 'deadline' ? DUE_HREF : lastListHref()} className="text-link text-sm">
          {view.kind === 'deadline' ? '← Due' : '← People'}
        </a>
      )}
      <AdminPasskey isList={view.kind === 'list'} />
      {/* Both appear at once, so that the notice moves nothing. */}
      <div hidden={isPending && failureCount === 0} className={isOverview ? undefined : 'max-w-180'}>
        <Suspense>
          <ViewContent view={view} programme={programme} />
        </Suspense>
      </div>
      {/* For the form in CompanyRoleForm.tsx. */}
      <datalist id="roles">
        {programme.roles.map((role) => (
          <option key={role} value={role} />
        ))}
      </datalist>
    </ErrorBoundary>
  )
}

function ViewContent({ view, programme }: { view: PeopleView; programme: Programme }) {
  switch (view.kind) {
    case 'list':
      return <PeopleList view={view} programme={programme} />
    case 'person':
      return <PersonPage id={view.id} programme={programme} />
    case 'invite':
      return <InvitePage programme={programme} />
    case 'due':
      return <DuePage deadlineKey={null} />
    case 'deadline':
      return <DuePage deadlineKey={view.deadlineKey} />
  }
}

function lastListHref(): string {
  const referrer = document.referrer ? new URL(document.referrer) : null
  const isList =
    referrer?.origin === origin &&
    referrer.pathname === location.pathname &&
    ['list', 'due'].includes(parsePeopleView(referrer.search).kind)
  return isList ? referrer.search || '?' : '?'
}

// Loaded by the views that need them.
const DuePage = lazy(() => import('./DuePage.tsx'))
const InvitePage = lazy(() => import('./InvitePage.tsx'))

interface Props {
  title: string
  description: string
  programme: Programme
}
