import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { actions } from 'astro:actions'
import { useState } from 'react'
import { MAX_PEOPLE_PER_REQUEST, type PersonStatus } from '#src/shared/people/people.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { useRestoreFocus } from '#src/ui/useRestoreFocus.ts'
import { ErrorAlert } from '#src/ui/ErrorAlert.tsx'
import { Button } from '#src/ui/Button.tsx'
import { BulkActions, type Undo, UndoButton, undoDecisions } from './BulkActions.tsx'
import { GroupForms } from './GroupForms.tsx'
import { PeopleSearch } from './PeopleSearch.tsx'
import { PeopleTable } from './PeopleTable.tsx'
import { type PeoplePage, type Programme, statusLabels } from './person.ts'
import { StatusTabs } from './StatusTabs.tsx'
import { usePageTitle } from './usePageTitle.ts'
import { useExpiringList } from './useExpiringList.ts'
import { hasFilter, INVITE_HREF, listHref, type PeopleFilter, type PeopleView } from './people-url.ts'

export function PeopleList({ view: initialView, programme: { roles, groups } }: ListProps) {
  const { view, status, data, people, error, changeFilter } = usePeople(initialView)
  const [selectedIds, setSelectedIds] = useState<readonly string[]>([])
  const [groupUndo, setGroupUndo] = useExpiringList<Undo>()
  const selected = people.filter(({ id }) => selectedIds.includes(id))
  const finishGroups = (undos: Undo[]) => {
    setGroupUndo(undos.map(({ what, run }) => ({ what, run: () => run().then(() => setGroupUndo([])) })))
    setSelectedIds([])
  }
  const undoable = [...undoDecisions(data?.undoable ?? []), ...groupUndo]
  const isSelectable = status !== 'denied'
  const summary = useRestoreFocus<HTMLParagraphElement>(selected.length === 0 && data, undoable.length)
  return (
    <>
      <StatusTabs current={status} filter={view} counts={data?.counts} />
      <PeopleSearch
        status={status}
        filter={view}
        roles={[...new Set([...roles, ...(data?.roles ?? [])])]}
        groups={groups}
        onChange={changeFilter}
      />
      <div className="mt-4">
        <ErrorAlert error={error} />
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p ref={summary} tabIndex={-1} role="status" className="text-sm text-ink-soft outline-none">
          {data ? formatSummary(data, view.status, hasFilter(view)) : !error && 'Loading…'}
        </p>
        {data?.counts[status] === 0 && !hasFilter(view) && (
          <a href={INVITE_HREF} className="text-link min-h-11 content-center text-sm">
            Invite people
          </a>
        )}
        {undoable.map((undo) => (
          <UndoButton key={undo.what} {...undo} />
        ))}
      </div>
      {people.length > 0 && (
        <PeopleTable
          people={people}
          groups={groups}
          selectedIds={isSelectable ? selectedIds : null}
          onSelect={(id, isSelected) => setSelectedIds(toggled(selectedIds, id, isSelected))}
        />
      )}
      {isSelectable && people.length > 0 && (
        <BulkActions
          selected={selected}
          more={<GroupForms people={selected} groups={groups} onChanged={finishGroups} />}
          onChanged={(ids) => setSelectedIds((earlier) => earlier.filter((id) => !ids.includes(id)))}
        >
          <SelectAll people={people} count={selected.length} onSelect={setSelectedIds} />
        </BulkActions>
      )}
      {data && <Pagination page={data} filter={view} />}
    </>
  )
}

/** The people whom the address asks for, until the filter changes. */
function usePeople(initialView: ListView) {
  const [view, setView] = useState(initialView)
  const queryKey = ['people', view]
  const { data, isPlaceholderData, failureReason } = useQuery(
    {
      queryKey,
      queryFn: () => {
        // Whoever acted on the last of a list stays in it.
        const shown = queryClient.getQueryData<PeoplePage>(queryKey)
        return actions.people.list.orThrow(
          shown ? { ...view, status: shown.status, keepsStatus: true } : view,
        )
      },
      placeholderData: keepPreviousData,
      // Until the email leaves, a decision can be undone.
      refetchInterval: ({ state }) => (state.data?.undoable.length ? 10_000 : false),
    },
    queryClient,
  )
  // If only people of another status match the search, the server returns those.
  const status = data?.status ?? view.status
  usePageTitle(statusLabels[status])
  function changeFilter(filter: PeopleFilter) {
    setView({ ...view, ...filter, status, skipped: 0 })
    history.replaceState(history.state, '', listHref(status, filter))
  }

  // Whoever pressed a button reads there why it failed; the list stays.
  const error = data && !isPlaceholderData ? null : failureReason
  return { view, status, data, people: data?.people ?? [], error, changeFilter }
}

function toggled(ids: readonly string[], id: string, isSelected: boolean): string[] {
  return isSelected ? [...ids, id] : ids.filter((each) => each !== id)
}

function SelectAll({ people, count, onSelect }: SelectAllProps) {
  return (
    <>
      <label className="flex min-h-11 items-center gap-3 pl-3 text-sm whitespace-nowrap">
        <input
          type="checkbox"
          className="checkbox size-5"
          checked={count === people.length}
          onChange={({ target }) => onSelect(target.checked ? people.map(({ id }) => id) : [])}
        />
        Select all
      </label>
      <output className="text-sm whitespace-nowrap text-ink-soft empty:hidden">
        {count > 0 && `${count} selected`}
      </output>
    </>
  )
}

function Pagination({
  page: { status, skipped, counts, people },
  filter,
}: {
  page: PeoplePage
  filter: PeopleFilter
}) {
  return (
    <p className="mt-4 flex flex-wrap gap-3 empty:hidden">
      {skipped > 0 && (
        <a href={listHref(status, filter, skipped - MAX_PEOPLE_PER_REQUEST)} className="button-quiet">
          Previous
        </a>
      )}
      {skipped + people.length < counts[status] && (
        <a href={listHref(status, filter, skipped + MAX_PEOPLE_PER_REQUEST)} className="button-quiet">
          Next
        </a>
      )}
      {people.length > 0 && (
        <Button
          variant="quiet"
          onClick={() =>
            void import('./download-csv.ts').then(({ downloadPeople }) => downloadPeople(people, status))
          }
        >
          Download CSV
        </Button>
      )}
    </p>
  )
}

/** '12 people', '501 to 600 of 600 people', '2 people match.' or 'No one in Waiting matches, but 1 person in Members.' */
function formatSummary(
  { status, skipped, counts, people }: PeoplePage,
  requestedStatus: PersonStatus,
  isFiltered: boolean,
): string {
  const count = counts[status]
  if (count === 0) return isFiltered ? 'No one matches.' : nobodyText[status]
  const range =
    people.length < count ? `${skipped + 1} to ${skipped + people.length} of ${count}` : String(count)
  const countText = `${range} ${count === 1 ? 'person' : 'people'}`
  const matches = count === 1 ? 'matches' : 'match'
  if (status === requestedStatus) return isFiltered ? `${countText} ${matches}.` : countText
  return `No one in ${statusLabels[requestedStatus]} matches, but ${countText} in ${statusLabels[status]}.`
}

const nobodyText: Record<PersonStatus, string> = {
  pending: 'No one is waiting. Whoever signs up waits here until you decide.',
  invited: 'No one is invited. Whom you invite is here until they choose a password.',
  approved: 'No one is a member yet.',
  denied: 'No one is denied.',
}

type ListView = Extract<PeopleView, { kind: 'list' }>

interface SelectAllProps {
  people: readonly { id: string }[]
  count: number
  onSelect: (ids: string[]) => void
}

interface ListProps {
  view: ListView
  programme: Programme
}
