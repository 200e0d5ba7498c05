import { actions } from 'astro:actions'
import { useState } from 'react'
import { reminderNotice } from '#src/shared/people/notices.ts'
import { useRestoreFocus } from '#src/ui/useRestoreFocus.ts'
import { Form } from '#src/ui/Form.tsx'
import { showToast } from '#src/ui/toasts.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { AudienceLabel } from '#src/ui/ForGroups.tsx'
import { Button } from '#src/ui/Button.tsx'
import {
  type DueData,
  formatDueTime,
  type DeadlineRow,
  deadlineRows,
  formatCompletion,
  sortRows,
  type SortKey,
  type Deadline,
} from './deadline-rows.ts'
import { displayName } from './person.ts'
import { useExpiringList } from './useExpiringList.ts'
import { personHref } from './people-url.ts'

export function DeadlineReport({ due, deadline }: { due: DueData; deadline: Deadline }) {
  const [sortKey, setSortKey] = useState<SortKey>('done')
  const rows = sortRows(deadlineRows(due, deadline), sortKey)
  const completed = rows.filter(({ completion }) => completion).length
  return (
    <>
      <h1 className="mt-3 text-subheading wrap-anywhere lg:text-heading">
        {deadline.title}
        <AudienceLabel audience={deadline.label ?? undefined} />
      </h1>
      <p className="mt-1 text-ink-soft">
        {`${formatDueTime(deadline)} · ${completed} of ${rows.length}`}
        {deadline.forCompany && ' · one person of a company does it for all'}
      </p>
      <p className="text-sm text-ink-soft">
        {deadline.label
          ? 'Members of the group count, whatever their role. Administrators, accounts to be deleted, and others who have done it don’t.'
          : 'All members count, whatever their role. Administrators, and accounts to be deleted, don’t.'}
      </p>
      <div className="mt-4 flex flex-wrap items-start gap-3">
        <ReminderButton due={due} deadline={deadline} incompleteCount={rows.length - completed} />
        {rows.length > 0 && (
          <Button
            variant="quiet"
            onClick={() =>
              void import('./download-csv.ts').then(({ downloadDeadline }) =>
                downloadDeadline(rows, deadline),
              )
            }
          >
            Download CSV
          </Button>
        )}
      </div>
      <table className="mt-4 w-full text-left text-sm">
        <thead>
          <tr>
            <SortableHeader label="Person" column="name" sortKey={sortKey} onSort={setSortKey} />
            <SortableHeader label="Done" column="done" sortKey={sortKey} onSort={setSortKey} />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <PersonRow key={row.person.id} {...row} />
          ))}
        </tbody>
      </table>
    </>
  )
}

/** Sends one email to each, once for a deadline. Until the emails leave, they can be cancelled. */
function ReminderButton({ due, deadline, incompleteCount }: ReminderButtonProps) {
  const { key } = deadline
  const [undoableKeys, setUndoableKeys] = useExpiringList<string>()
  const reminded = useRestoreFocus<HTMLParagraphElement>(undoableKeys)
  const remind = async (isUndone: boolean) => {
    const { amount } = await actions.due.remind.orThrow({ key, isUndone })
    showToast(amount > 0 ? 'success' : 'error', reminderNotice(amount, incompleteCount, isUndone), key)
    // 'Undo' must show before the refetch and until after it: 'Reminded' between two buttons would lose the focus.
    if (!isUndone && amount > 0) setUndoableKeys([key])
    await queryClient.invalidateQueries({ queryKey: ['due'] })
    if (isUndone) setUndoableKeys([])
  }
  if (undoableKeys.length > 0)
    return (
      <Form
        onSubmit={() => remind(true)}
        isCompact
        variant="quiet"
        submitLabel="Undo"
        srSuffix="the reminder"
      />
    )
  if (!deadline.hasReminders) return null
  if (due.reminded.includes(key))
    return (
      <p ref={reminded} tabIndex={-1} className="min-h-11 content-center text-sm text-ink-soft outline-none">
        Reminded
      </p>
    )
  if (incompleteCount === 0) return null
  return (
    <Form
      onSubmit={() => remind(false)}
      isCompact
      submitLabel={incompleteCount === 1 ? 'Remind who hasn’t' : `Remind the ${incompleteCount} who haven’t`}
    />
  )
}

function SortableHeader({ label, column, sortKey, onSort }: SortableHeaderProps) {
  const direction = column === 'name' ? 'ascending' : 'descending'
  return (
    <th scope="col" aria-sort={sortKey === column ? direction : 'none'} className="font-medium text-ink-soft">
      <button
        type="button"
        className="min-h-11 px-2 aria-pressed:underline"
        aria-pressed={sortKey === column}
        onClick={() => onSort(column)}
      >
        {label}
      </button>
    </th>
  )
}

function PersonRow({ person, completion }: DeadlineRow) {
  return (
    <tr className="border-t border-line">
      <td className="px-2 py-2 wrap-anywhere">
        <a href={personHref(person)} className="font-medium">
          {displayName(person)}
        </a>
        {person.company && <span className="block text-ink-soft">{person.company}</span>}
      </td>
      <td className={`px-2 py-2 ${completion ? 'text-ink-soft' : 'whitespace-nowrap text-danger'}`}>
        {formatCompletion(completion)}
      </td>
    </tr>
  )
}

interface ReminderButtonProps {
  due: DueData
  deadline: Deadline
  incompleteCount: number
}

interface SortableHeaderProps {
  label: string
  column: SortKey
  sortKey: SortKey
  onSort: (sortKey: SortKey) => void
}
