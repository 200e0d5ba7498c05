import { useQuery } from '@tanstack/react-query'
import { actions } from 'astro:actions'
import { useState } from 'react'
import { MAX_PEOPLE_PER_REQUEST, type PersonStatus } from '#src/shared/people/people.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { useFocusAfter } from '#src/ui/Section.tsx'
import { noProblem, problemOf } from '#src/ui/problem.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Bulk, UndoDecisions } from './Bulk.tsx'
import { PeopleTable } from './PeopleTable.tsx'
import { type PeoplePage, type PersonRef, statusTitles } from './person.ts'
import { StatusTabs } from './StatusTabs.tsx'
import { useTitle } from './useTitle.ts'
import { useUndoWindow } from './useUndoWindow.ts'
import { linkToList, type View } from './view.ts'

/** The people of one status, found on the server. All but those who were denied can be ticked. */
export function PeopleList({ status: asked, search, skipped }: ListView) {
  const form = { status: asked, search, skipped }
  const { data, failureReason: error } = useQuery(
    { queryKey: ['people', form], queryFn: () => actions.people.list.orThrow(form) },
    queryClient,
  )
  const [ticked, setTicked] = useState<readonly string[]>([])
  const [decided, setDecided] = useUndoWindow<PersonRef>()
  // A search that only people elsewhere match shows those.
  const status = data?.status ?? asked
  const people = data?.people ?? []
  const chosen = people.filter(({ id }) => ticked.includes(id))
  const tick = (id: string, isTicked: boolean) =>
    setTicked((now) => (isTicked ? [...now, id] : now.filter((each) => each !== id)))
  const canTick = status !== 'denied'
  const summary = useFocusAfter<HTMLParagraphElement>(chosen.length === 0 && data, decided)
  useTitle(statusTitles[status])

  return (
    <>
      <StatusTabs current={status} search={search} counts={data?.counts} />
      <SearchForm status={status} search={search} />
      <div className="mt-4">
        <Alert {...(error ? problemOf(error, 'unexpected') : noProblem)} />
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p ref={summary} tabIndex={-1} role="status" className="text-sm text-ink-soft outline-none">
          {data ? summaryOf(data, asked, search) : !error && 'Loading…'}
        </p>
        <UndoDecisions decided={decided} onDone={() => setDecided([])} />
      </div>
      {people.length > 0 && (
        <PeopleTable people={people} ticked={canTick ? ticked : null} onTick={tick} onDecided={setDecided} />
      )}
      {canTick && people.length > 0 && (
        <Bulk
          chosen={chosen}
          onApproved={setDecided}
          onDone={(ids) => setTicked((now) => now.filter((id) => !ids.includes(id)))}
        >
          <label className="flex min-h-11 items-center gap-3 pl-3 text-sm">
            <input
              type="checkbox"
              className="checkbox size-5"
              checked={chosen.length === people.length}
              onChange={({ target }) => setTicked(target.checked ? people.map(({ id }) => id) : [])}
            />
            {chosen.length > 0 ? `${chosen.length} selected` : 'Select all'}
          </label>
        </Bulk>
      )}
      {data && <Pages page={data} search={search} />}
    </>
  )
}

function SearchForm({ status, search }: Pick<ListView, 'status' | 'search'>) {
  return (
    <form role="search" className="mt-4 flex max-w-120 gap-2">
      <input type="hidden" name="status" value={status} />
      <input
        type="search"
        name="q"
        defaultValue={search}
        aria-label="Name, email or company"
        placeholder="Name, email, company"
        className="field"
      />
      <Button variant="quiet">Search</Button>
    </form>
  )
}

/** The way to others, and what is shown as a file. */
function Pages({ page: { status, skipped, counts, people }, search }: { page: PeoplePage; search: string }) {
  return (
    <p className="mt-4 flex flex-wrap gap-3 empty:hidden">
      {skipped > 0 && (
        <a
          href={linkToList({ status, q: search, skip: skipped - MAX_PEOPLE_PER_REQUEST })}
          className="button-quiet"
        >
          Previous
        </a>
      )}
      {skipped + people.length < counts[status] && (
        <a
          href={linkToList({ status, q: search, skip: skipped + MAX_PEOPLE_PER_REQUEST })}
          className="button-quiet"
        >
          Next
        </a>
      )}
      {people.length > 0 && (
        <Button
          variant="quiet"
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
  return status === asked
    ? found
    : `No one in ${statusTitles[asked]} matches, but ${found} in ${statusTitles[status]}.`
}

type ListView = Omit<Extract<View, { at: 'list' }>, 'at'>
