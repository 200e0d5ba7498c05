import * as icons from 'lucide'
import { lazy, Suspense } from 'react'
import { ErrorBoundary } from '#src/ui/ErrorBoundary.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { PageHeading } from '#src/ui/PageHeading.tsx'
import { PeopleList } from './PeopleList.tsx'
import { PersonPage } from './PersonPage.tsx'
import { useTitle } from './useTitle.ts'
import { LINK_TO_DUE, LINK_TO_INVITE, readView, type View } from './view.ts'

/** Administrators' work with people. @param roles suggested for the role of a person. */
export default function People({ roles, ...heading }: Props) {
  const view = readView(location.search)
  useTitle(view.at === 'invite' ? 'Invite people' : undefined)
  const isOverview = view.at === 'list' || view.at === 'due'
  return (
    <ErrorBoundary>
      {isOverview ? (
        <PageHeading {...heading}>
          <a href={LINK_TO_INVITE} className="button-quiet whitespace-nowrap">
            <Icon icon={icons.UserPlus} />
            Invite people
          </a>
        </PageHeading>
      ) : (
        <a href={view.at === 'deadline' ? LINK_TO_DUE : linkToLastList()} className="text-link text-sm">
          {view.at === 'deadline' ? '← Due' : '← People'}
        </a>
      )}
      <div className={isOverview ? undefined : 'max-w-180'}>
        <Suspense>
          <Shown view={view} />
        </Suspense>
      </div>
      {/* Of the form in CompanyRoleForm.tsx. */}
      <datalist id="roles">
        {roles.map((role) => (
          <option key={role} value={role} />
        ))}
      </datalist>
    </ErrorBoundary>
  )
}

function Shown({ view }: { view: View }) {
  switch (view.at) {
    case 'list':
      return <PeopleList {...view} />
    case 'person':
      return <PersonPage id={view.id} />
    case 'invite':
      return <Invite />
    case 'due':
      return <DuePage deadline={null} />
    case 'deadline':
      return <DuePage deadline={view.key} />
  }
}

/** The list that the reader comes from, or the first. */
function linkToLastList(): string {
  const from = document.referrer ? new URL(document.referrer) : null
  const isList =
    from?.origin === origin &&
    from.pathname === location.pathname &&
    ['list', 'due'].includes(readView(from.search).at)
  return isList ? from.search || '?' : '?'
}

/** What no other view needs. */
const DuePage = lazy(() => import('./Due.tsx'))
const Invite = lazy(() => import('./Invite.tsx'))

interface Props {
  title: string
  description: string
  roles: readonly string[]
}
