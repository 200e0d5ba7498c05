import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PEOPLE_AT_ONCE, type PersonStatus } from '#src/shared/people/people.ts'
import { useFocusAfter } from '../account/Section.tsx'
import { noProblem, problemOf } from '../form/problem.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Bulk, UndoApprovals } from './Bulk.tsx'
import {
  factsOf,
  linkTo,
  listOptions,
  nameOf,
  type PeoplePage,
  type Person,
  type Seen,
  useTitle,
  warningsOf,
} from './person.ts'
import { useForAMinute } from './use-for-a-minute.ts'

/** The people of one status, found on the server. Those who can be approved or invited again can be ticked. */
export function PeopleList({ search, cohort, ...asked }: Props) {
  const { data, error } = useQuery(listOptions({ ...asked, search, cohort }))
  const [ticked, setTicked] = useState<readonly string[]>([])
  const [approved, setApproved] = useForAMinute<Seen>()
  // A search that only people elsewhere match shows those.
  const status = data?.status ?? asked.status
  const people = data?.people ?? []
  const chosen = people.filter(({ id }) => ticked.includes(id))
  const untick = (ids: readonly string[]) => setTicked((now) => now.filter((id) => !ids.includes(id)))
  const canTick = status === 'pending' || status === 'invited'
  const summary = useFocusAfter<HTMLParagraphElement>(chosen.length === 0 && data)
  useTitle(titles[status])

  return (
    <>
      <StatusTabs status={status} search={search} counts={data?.counts} />
      <SearchForm status={status} search={search} />
      <div className="mt-4">
        <Alert {...(error ? problemOf(error, 'unexpected') : noProblem)} />
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p ref={summary} tabIndex={-1} role="status" className="text-sm text-ink-soft outline-none">
          {data ? summaryOf(data, asked.status, search) : !error && 'Loading…'}
        </p>
        <UndoApprovals approved={approved} onDone={() => setApproved([])} />
      </div>
      {canTick && people.length > 0 && (
        <Bulk chosen={chosen} onApproved={setApproved} onDone={untick}>
          <label className="flex min-h-11 items-center gap-3 text-sm">
            <input
              type="checkbox"
              className="size-5"
              checked={chosen.length === people.length}
              onChange={({ target }) => setTicked(target.checked ? people.map(({ id }) => id) : [])}
            />
            {chosen.length > 0 ? `${chosen.length} selected` : 'Select all'}
          </label>
        </Bulk>
      )}
      <ul className="mt-2 divide-y divide-line border-y border-line empty:hidden">
        {people.map((person) => (
          <li key={person.id} className="flex items-center text-sm">
            {canTick && (
              <Tick
                person={person}
                isTicked={chosen.includes(person)}
                onChange={(isTicked) => (isTicked ? setTicked([...ticked, person.id]) : untick([person.id]))}
              />
            )}
            <PersonLink person={person} />
          </li>
        ))}
      </ul>
      {data && <Pages page={data} search={search} />}
    </>
  )
}

function StatusTabs({ status, search, counts }: TabsProps) {
  return (
    <nav
      aria-label="People by status"
      className="mt-4 -mb-px -ml-2 flex overflow-x-auto border-b border-line"
    >
      {(Object.keys(titles) as PersonStatus[]).map((each) => (
        <a
          key={each}
          href={addressOf({ status: each, q: search })}
          aria-current={each === status ? 'page' : undefined}
          className="flex min-h-11 items-center gap-1.5 border-b-2 border-transparent px-2 text-sm font-medium whitespace-nowrap text-ink-soft hover:text-ink focus-visible:-outline-offset-4 aria-[current]:border-lagoon aria-[current]:text-ink sm:px-3"
        >
          {titles[each]}
          <span className="figures">{counts?.[each]}</span>
        </a>
      ))}
    </nav>
  )
}

function SearchForm({ status, search }: { status: PersonStatus; search: string }) {
  return (
    <form role="search" className="mt-4 flex max-w-120 gap-2">
      <input type="hidden" name="status" value={status} />
      <input
        type="search"
        name="q"
        defaultValue={search}
        aria-label="Name or email"
        placeholder="Name or email"
        className="field"
      />
      <Button look="button-quiet">Search</Button>
    </form>
  )
}

function Tick({ person, isTicked, onChange }: TickProps) {
  return (
    <label className="-ml-3 grid size-11 shrink-0 place-items-center">
      <input
        type="checkbox"
        className="size-5"
        aria-label={`Select ${nameOf(person)}`}
        checked={isTicked}
        onChange={({ target }) => onChange(target.checked)}
      />
    </label>
  )
}

function PersonLink({ person }: { person: Person }) {
  const warnings = warningsOf(person)
  return (
    <a
      href={linkTo(person)}
      className="grid min-w-0 flex-1 gap-x-6 rounded-control px-2 py-3 wrap-anywhere hover:bg-ink-wash sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] sm:items-center"
    >
      <span className="grid">
        <span className="font-medium">{nameOf(person)}</span>
        {person.fullName && <span className="text-ink-soft">{person.email}</span>}
      </span>
      <span className="grid text-ink-soft">
        <span>{factsOf(person)}</span>
        {warnings && <span className="text-ember">{warnings}</span>}
      </span>
    </a>
  )
}

/** The way to others, and what is shown as a file. */
function Pages({ page: { status, skipped, counts, people }, search }: { page: PeoplePage; search: string }) {
  return (
    <p className="mt-4 flex flex-wrap gap-3 empty:hidden">
      {skipped > 0 && (
        <a href={addressOf({ status, q: search, skip: skipped - PEOPLE_AT_ONCE })} className="button-quiet">
          Previous
        </a>
      )}
      {skipped + people.length < counts[status] && (
        <a href={addressOf({ status, q: search, skip: skipped + PEOPLE_AT_ONCE })} className="button-quiet">
          Next
        </a>
      )}
      {people.length > 0 && (
        <Button
          look="button-quiet"
          onClick={() =>
            void import('./download-csv.ts').then(({ downloadCsv }) => downloadCsv(people, status))
          }
        >
          Download CSV
        </Button>
      )}
    </p>
  )
}

/** '12 people', '501 to 600 of 600 people' or 'No one in Waiting matches, but 1 person in Members.' */
function summaryOf(
  { status, skipped, counts, people }: PeoplePage,
  asked: PersonStatus,
  search: string,
): string {
  const count = counts[status]
  if (count === 0) return search ? 'No one matches.' : 'No one.'
  const range =
    people.length < count ? `${skipped + 1} to ${skipped + people.length} of ${count}` : String(count)
  const found = `${range} ${count === 1 ? 'person' : 'people'}`
  return status === asked ? found : `No one in ${titles[asked]} matches, but ${found} in ${titles[status]}.`
}

function addressOf(query: { status: PersonStatus; q: string; skip?: number }): string {
  const given = Object.entries(query).filter(([, value]) => value)
  return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}

const titles: Record<PersonStatus, string> = {
  pending: 'Waiting',
  invited: 'Invited',
  approved: 'Members',
  denied: 'Denied',
}

interface Props {
  status: PersonStatus
  search: string
  /** People before the first one that is shown. */
  skipped: number
  cohort: string
}

interface TabsProps {
  status: PersonStatus
  search: string
  counts: PeoplePage['counts'] | undefined
}

interface TickProps {
  person: Person
  isTicked: boolean
  onChange: (isTicked: boolean) => void
}
