import { useState } from 'react'
import type { Group } from '#src/shared/people/groups.ts'
import { NO_GROUP, type PersonSort, personSorts, type PersonStatus } from '#src/shared/people/people.ts'
import { Button } from '#src/ui/Button.tsx'
import { hasFilter, listHref, NO_FILTER, type PeopleFilter } from './people-url.ts'

export function PeopleSearch({ status, filter, roles, groups, onChange }: PeopleSearchProps) {
  const { search, role, group, sort } = filter
  const [text, setText] = useState(search)
  // Folded on phones, where they would hide the people.
  const [isOpen, setIsOpen] = useState(role !== '' || group !== '' || sort !== NO_FILTER.sort)
  return (
    <form role="search" className="mt-4 flex max-w-260 flex-wrap gap-2">
      <input type="hidden" name="status" value={status} />
      <input
        type="search"
        name="q"
        value={text}
        onChange={({ target }) => setText(target.value)}
        aria-label="Search people"
        placeholder="Name, email, company"
        className="field flex-1 max-sm:basis-3/5 sm:min-w-60"
      />
      <Button variant="quiet">Search</Button>
      <Button variant="quiet" className="sm:hidden" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        Filter and sort
      </Button>
      <div className={`contents ${isOpen ? '' : 'max-sm:hidden'}`}>
        <Filters
          {...{ status, filter, roles, groups }}
          onChange={(filter) => onChange({ ...filter, search: text })}
        />
      </div>
      {hasFilter(filter) && (
        <a
          href={listHref(status, { ...NO_FILTER, sort })}
          className="text-link min-h-11 content-center whitespace-nowrap"
        >
          Clear search
        </a>
      )}
    </form>
  )
}

function Filters({ status, filter, roles, groups, onChange }: PeopleSearchProps) {
  const { role, group, sort } = filter
  const sorts = personSorts.filter((each) => each !== 'videos' || status === 'approved')
  return (
    <>
      <Filter
        name="role"
        label="Filter by role"
        value={role}
        options={[['', 'All roles'], ...roles.map((each): Option => [each, each])]}
        onChange={(chosen) => onChange({ ...filter, role: chosen })}
      />
      {(groups.length > 0 || group) && (
        <Filter
          name="group"
          label="Filter by group"
          value={group}
          options={[
            ['', 'All groups'],
            ...groups.map(({ name, title }): Option => [name, title]),
            [NO_GROUP, 'In no group'],
          ]}
          onChange={(chosen) => onChange({ ...filter, group: chosen })}
        />
      )}
      <Filter
        name="sort"
        label="Sort"
        value={sorts.includes(sort) ? sort : NO_FILTER.sort}
        options={sorts.map((each) => [each, each === 'status' ? statusSorts[status] : sortLabels[each]])}
        onChange={(chosen) => onChange({ ...filter, sort: chosen as PersonSort })}
      />
    </>
  )
}

function Filter({ name, label, value, options, onChange }: FilterProps) {
  // An address may name one that is gone.
  const isGone = options.every(([each]) => each !== value)
  return (
    <select
      name={name}
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      className="field w-auto max-sm:flex-1"
    >
      {[...options, ...(isGone ? [[value, value] as const] : [])].map(([each, text]) => (
        <option key={each} value={each}>
          {text}
        </option>
      ))}
    </select>
  )
}

const sortLabels = {
  name: 'By name',
  company: 'By company',
  role: 'By role',
  videos: 'Fewest videos first',
}

/** The order of people_ids_for_admin. */
const statusSorts: Record<PersonStatus, string> = {
  pending: 'Longest waiting first',
  invited: 'Earliest invited first',
  approved: 'Latest seen first',
  denied: 'Latest seen first',
}

type Option = readonly [value: string, label: string]

interface FilterProps {
  name: string
  label: string
  value: string
  options: readonly Option[]
  onChange: (value: string) => void
}

interface PeopleSearchProps {
  status: PersonStatus
  filter: PeopleFilter
  roles: readonly string[]
  groups: readonly Group[]
  onChange: (filter: PeopleFilter) => void
}
