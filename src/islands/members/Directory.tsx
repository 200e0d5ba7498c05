import { useState } from 'react'
import type { DirectoryMember } from '#src/shared/people/directory.ts'
import { hasWords } from '#src/shared/search-text.ts'
import { placeholders } from '#src/shared/viewer.ts'
import { openDialog } from '#src/lib/dialogs.ts'
import { ErrorAlert } from '#src/ui/ErrorAlert.tsx'
import { Button } from '#src/ui/Button.tsx'
import { ErrorBoundary } from '#src/ui/ErrorBoundary.tsx'
import { PageHeading } from '#src/ui/PageHeading.tsx'
import { MemberList } from './MemberList.tsx'
import { type MembersFilter, NO_FILTER, useMemberFilters, useMembers } from './useMembers.ts'

export default function Directory(heading: Heading) {
  return (
    <ErrorBoundary>
      <Members {...heading} />
    </ErrorBoundary>
  )
}

function Members(heading: Heading) {
  const [filter, setFilter] = useState(readFilter)
  const changeFilter = (changed: MembersFilter) => {
    setFilter(changed)
    history.replaceState(history.state, '', filterHref(changed))
  }
  const options = useMemberFilters()
  const pages = useMembers(filter)
  const members = pages.isEveryone
    ? pages.members?.filter((member) => matches(member, filter))
    : pages.members
  const count = pages.isEveryone ? members?.length : pages.count
  const isLoaded = members && !options.isPending
  const error = pages.error ?? options.failureReason
  return (
    <>
      <PageHeading {...heading}>
        <Button
          variant="quiet"
          className="whitespace-nowrap"
          onClick={() => openDialog({ name: 'account', section: 'profile' })}
        >
          Edit your entry
        </Button>
      </PageHeading>
      <SearchFields filter={filter} options={isLoaded ? options.data : undefined} onChange={changeFilter} />
      <div className="mt-4">
        <ErrorAlert error={error} />
      </div>
      <p role="status" className="text-sm text-ink-soft">
        {isLoaded ? formatCount(members.length, count) : !error && 'Loading…'}
      </p>
      {isLoaded && <MemberList members={members} pages={pages} />}
    </>
  )
}

function readFilter(): MembersFilter {
  const params = new URLSearchParams(location.search)
  return {
    ...NO_FILTER,
    search: params.get('q') ?? '',
    company: params.get('company') ?? '',
    role: params.get('role') ?? '',
  }
}

function filterHref({ search, company, role }: MembersFilter): string {
  const params = Object.entries({ q: search, company, role }).filter(([, value]) => value)
  return params.length > 0 ? `?${new URLSearchParams(params)}` : location.pathname
}

function SearchFields({ filter, options, onChange }: SearchFieldsProps) {
  return (
    <div role="search" aria-label="Members" className="mt-5 flex flex-wrap gap-3">
      <input
        type="search"
        aria-label="Name, company or role"
        placeholder="Name, company or role"
        className="field sm:max-w-80"
        value={filter.search}
        onChange={({ target }) => onChange({ ...filter, search: target.value })}
      />
      <Filter
        name="Company"
        allLabel="All companies"
        options={options?.companies}
        value={filter.company}
        onChange={(company) => onChange({ ...filter, company })}
      />
      <Filter
        name="Role"
        allLabel="All roles"
        options={options?.roles}
        value={filter.role}
        onChange={(role) => onChange({ ...filter, role })}
      />
    </div>
  )
}

function Filter({ name, allLabel, options, value, onChange }: FilterProps) {
  if (options?.length === 0) return null
  return (
    <select
      aria-label={name}
      // There from the beginning, so that nothing below it moves.
      disabled={!options}
      className="field sm:w-auto sm:max-w-60"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">{allLabel}</option>
      {/* An address may name one that is gone. */}
      {[...new Set([...(options ?? []), value])].filter(Boolean).map((option) => (
        <option key={option}>{option}</option>
      ))}
    </select>
  )
}

function matches(member: DirectoryMember, filter: MembersFilter): boolean {
  const { company, role, about } = member
  return (
    (filter.company === '' || company === filter.company) &&
    (filter.role === '' || role === filter.role) &&
    hasWords([placeholders.name(member), company, role, about].filter(Boolean).join('\n'), filter.search)
  )
}

/** '12 members', or '100 of 250 members'. */
function formatCount(shown: number, count = shown): string {
  if (count === 0) return 'No one matches.'
  const range = shown < count ? `${shown} of ${count}` : String(count)
  return `${range} ${count === 1 ? 'member' : 'members'}`
}

interface Heading {
  title: string
  description: string
}

interface SearchFieldsProps {
  filter: MembersFilter
  options: ReturnType<typeof useMemberFilters>['data']
  onChange: (filter: MembersFilter) => void
}

interface FilterProps {
  name: string
  allLabel: string
  options: readonly string[] | undefined
  value: string
  onChange: (value: string) => void
}
