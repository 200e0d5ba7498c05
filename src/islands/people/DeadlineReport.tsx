import { actions } from 'astro:actions'
import { useState } from 'react'
import { reminderNotice } from '#src/shared/people/notices.ts'
import { useRestoreFocus } from '#src/ui/useRestoreFocus.ts'
import { ExpandableForm } from '#src/ui/ExpandableForm.tsx'
import { Form } from '#src/ui/Form.tsx'
import { showToast } from '#src/ui/toasts.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { AudienceLabel } from '#src/ui/ForGroups.tsx'
import { Button } from '#src/ui/Button.tsx'
import {
  type DueData,
  formatCount,
  formatDueTime,
  type DeadlineRow,
  deadlineRows,
  formatCompletion,
  sortRows,
  type SortKey,
  type Deadline,
} from './deadline-rows.ts'
import { displayName } from './person.ts'
import { personHref } from './people-url.ts'

export function DeadlineReport({ due, deadline }: { due: DueData; deadline: Deadline }) {
  const [sortKey, setSortKey] = useState<SortKey>('done')
  const rows = sortRows(deadlineRows(due, deadline), sortKey)
  return (
    <>
      <h1 className="mt-3 text-subheading wrap-anywhere lg:text-heading">
        {deadline.title}
        <AudienceLabel audience={deadline.label ?? undefined} />
      </h1>
      <p className="mt-1 text-ink-soft">
        {`${formatDueTime(deadline)} · ${formatCount(rows, deadline)}`}
        {deadline.forCompany && ' · one person of a company does it for all'}
      </p>
      <p className="text-sm text-ink-soft">
        {`Everyone ${deadline.label ? 'in the group ' : ''}who joined before the deadline has to do this, except administrators and people whose account will be deleted.`}
      </p>
      <div className="mt-4 flex flex-wrap items-start gap-3">
        <ReminderButton
          due={due}
          deadline={deadline}
          people={rows.filter(({ completion }) => !completion).map(({ person }) => person)}
        />
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
            <PersonRow key={row.person.id} {...row} deadline={deadline} />
          ))}
        </tbody>
      </table>
    </>
  )
}

/** Sends one email to each, once for a deadline. Until the emails leave, they can be cancelled. */
function ReminderButton({ due, deadline, people }: ReminderButtonProps) {
  const { key } = deadline
  const element = useRestoreFocus<HTMLDivElement>(due.reminded, due.undoable)
  const remind = async (isUndone: boolean) => {
    const { amount } = await actions.due.remind.orThrow({ key, isUndone })
    showToast(amount > 0 ? 'success' : 'error', reminderNotice(amount, people.length, isUndone), key)
    await queryClient.invalidateQueries({ queryKey: ['due'] })
  }
  const content = () => {
    if (due.undoable.includes(key))
      return (
        <Form
          onSubmit={() => remind(true)}
          isCompact
          variant="quiet"
          submitLabel="Undo"
          srSuffix="the reminder"
        />
      )
    if (due.reminded.includes(key))
      return <p className="min-h-11 content-center text-sm text-ink-soft">Reminded</p>
    if (people.length === 0) return null
    return (
      <ExpandableForm
        label={people.length === 1 ? 'Remind who hasn’t…' : `Remind the ${people.length} who haven’t…`}
        onSubmit={() => remind(false)}
        className="grid max-w-120 gap-4 rounded-control border border-line p-4"
        submitLabel={people.length === 1 ? 'Send the email' : `Send ${people.length} emails`}
      >
        <p className="text-sm wrap-anywhere">{describeReminder(deadline, people)}</p>
      </ExpandableForm>
    )
  }
  if (!deadline.hasReminders) return null
  return (
    <div ref={element} tabIndex={-1} className="outline-none">
      {content()}
    </div>
  )
}

function describeReminder({ title, start }: Deadline, people: ReminderButtonProps['people']): string {
  const names = people.map(displayName)
  const others = names.length - MAX_NAMES
  const shown = others > 1 ? [...names.slice(0, MAX_NAMES), `${others} others`] : names
  const subject = `${title} ${start.getTime() < Date.now() ? 'was' : 'is'} due`
  return `One email to each, in a minute: “${subject}”, with the time and a link. To ${new Intl.ListFormat('en').format(shown)}. Whoever has turned emails about deadlines off gets none.`
}

const MAX_NAMES = 10

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

function PersonRow({ person, completion, deadline }: DeadlineRow & { deadline: Deadline }) {
  const { text, isMissed } = formatCompletion(completion, deadline)
  return (
    <tr className="border-t border-line">
      <td className="px-2 py-2 wrap-anywhere">
        <a href={personHref(person)} className="font-medium">
          {displayName(person)}
        </a>
        {person.company && <span className="block text-ink-soft">{person.company}</span>}
      </td>
      <td
        className={`px-2 py-2 ${completion ? '' : 'whitespace-nowrap'} ${isMissed ? 'text-danger' : 'text-ink-soft'}`}
      >
        {text}
      </td>
    </tr>
  )
}

interface ReminderButtonProps {
  due: DueData
  deadline: Deadline
  people: readonly DeadlineRow['person'][]
}

interface SortableHeaderProps {
  label: string
  column: SortKey
  sortKey: SortKey
  onSort: (sortKey: SortKey) => void
}
