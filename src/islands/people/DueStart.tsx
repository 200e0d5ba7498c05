import { actions } from 'astro:actions'
import { useState } from 'react'
import { reminderNotice } from '#src/shared/people/notices.ts'
import { useFocusAfter } from '#src/ui/Section.tsx'
import { Form } from '#src/ui/Form.tsx'
import { showToast } from '#src/ui/toasts.ts'
import { queryClient } from '#src/lib/query-client.ts'
import { Button } from '#src/ui/Button.tsx'
import {
  type Due,
  formatDue,
  type DueRow,
  rowsOf,
  formatDone,
  sorted,
  type SortKey,
  type Start,
} from './due.ts'
import { nameOf } from './person.ts'
import { useUndoWindow } from './useUndoWindow.ts'
import { linkToPerson } from './view.ts'

/** One start of a deadline: who has done it and who hasn't, and an email to those. */
export function DueStart({ due, start }: { due: Due; start: Start }) {
  const [by, setBy] = useState<SortKey>('done')
  const rows = sorted(rowsOf(due, start), by)
  const done = rows.filter((row) => row.done).length
  return (
    <>
      <h1 className="mt-3 text-subheading wrap-anywhere lg:text-heading">{start.title}</h1>
      <p className="mt-1 text-ink-soft">
        {`${formatDue(start)} · ${done} of ${rows.length}`}
        {start.forCompany && ' · one person of a company does it for all'}
      </p>
      <div className="mt-4 flex flex-wrap items-start gap-3">
        <Remind due={due} start={start} missing={rows.length - done} />
        {rows.length > 0 && (
          <Button
            variant="quiet"
            onClick={() =>
              void import('./download-csv.ts').then(({ downloadDue }) => downloadDue(rows, start))
            }
          >
            Download CSV
          </Button>
        )}
      </div>
      <table className="mt-4 w-full text-left text-sm">
        <thead>
          <tr>
            <SortableHead label="Person" of="name" by={by} onSort={setBy} />
            <SortableHead label="Done" of="done" by={by} onSort={setBy} />
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

/** One email each, once for a start. Until it leaves, it can be taken back. */
function Remind({ due, start, missing }: { due: Due; start: Start; missing: number }) {
  const [asked, setAsked] = useUndoWindow<string>()
  const since = useFocusAfter<HTMLParagraphElement>(asked)
  const send = async (isUndone: boolean) => {
    const { amount } = await actions.due.remind.orThrow({ key: start.key, isUndone })
    showToast(amount > 0 ? 'success' : 'error', reminderNotice(amount, missing, isUndone), start.key)
    // One button stands until the other does: 'Reminded' between them would lose the focus.
    if (!isUndone && amount > 0) setAsked([start.key])
    await queryClient.invalidateQueries({ queryKey: ['due'] })
    if (isUndone) setAsked([])
  }
  if (asked.length > 0)
    return <Form send={() => send(true)} isRow variant="quiet" submit="Undo" srSuffix="the reminder" />
  if (!start.hasReminders) return null
  if (due.asked.includes(start.key))
    return (
      <p ref={since} tabIndex={-1} className="min-h-11 content-center text-sm text-ink-soft outline-none">
        Reminded
      </p>
    )
  if (missing === 0) return null
  return (
    <Form
      send={() => send(false)}
      isRow
      submit={missing === 1 ? 'Remind who hasn’t' : `Remind the ${missing} who haven’t`}
    />
  )
}

function SortableHead({ label, of, by, onSort }: HeadProps) {
  const order = of === 'name' ? 'ascending' : 'descending'
  return (
    <th scope="col" aria-sort={by === of ? order : 'none'} className="font-medium text-ink-soft">
      <button
        type="button"
        className="min-h-11 px-2 aria-pressed:underline"
        aria-pressed={by === of}
        onClick={() => onSort(of)}
      >
        {label}
      </button>
    </th>
  )
}

function PersonRow({ person, done }: DueRow) {
  return (
    <tr className="border-t border-line">
      <td className="px-2 py-2 wrap-anywhere">
        <a href={linkToPerson(person)} className="font-medium">
          {nameOf(person)}
        </a>
        {person.company && <span className="block text-ink-soft">{person.company}</span>}
      </td>
      <td className={`px-2 py-2 ${done ? 'text-ink-soft' : 'whitespace-nowrap text-danger'}`}>
        {formatDone(done)}
      </td>
    </tr>
  )
}

interface HeadProps {
  label: string
  of: SortKey
  by: SortKey
  onSort: (by: SortKey) => void
}
