import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PEOPLE_AT_ONCE, type PersonStatus } from '#src/shared/people/people.ts'
import { download } from '../download.ts'
import { Form } from '../form/Form.tsx'
import { noProblem, problemOf, resendConfirmation } from '../form/problem.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import {
  actOn,
  factsOf,
  linkTo,
  listOptions,
  nameOf,
  type Person,
  type Programme,
  warningsOf,
} from './person.ts'

/** The people of one status, found on the server. Those who can be approved or invited again can be ticked. */
export function PeopleList({ status, search, skipped, cohort, videos }: Props) {
  const { data, error } = useQuery(listOptions({ status, search, skipped, cohort }))
  const [ticked, setTicked] = useState<readonly string[]>([])
  const people = data?.people ?? []
  const chosen = people.filter(({ id }) => ticked.includes(id))
  const canTick = status === 'pending' || status === 'invited'
  const count = data?.counts[status] ?? 0
  const tick = ({ id }: Person) =>
    setTicked(ticked.includes(id) ? ticked.filter((each) => each !== id) : [...ticked, id])

  return (
    <>
      <nav
        aria-label="People by status"
        className="mt-4 -mb-px -ml-2 flex overflow-x-auto border-b border-line"
      >
        {titles.map(([each, title]) => (
          <a
            key={each}
            href={addressOf({ status: each, q: search })}
            aria-current={each === status ? 'page' : undefined}
            className="flex min-h-11 items-center gap-1.5 border-b-2 border-transparent px-2 text-sm font-medium whitespace-nowrap text-ink-soft hover:text-ink focus-visible:-outline-offset-4 aria-[current]:border-lagoon aria-[current]:text-ink sm:px-3"
          >
            {title}
            <span className="figures">{data?.counts[each]}</span>
          </a>
        ))}
      </nav>
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
      <div className="mt-4">
        <Alert {...(error ? problemOf(error, 'unexpected') : noProblem)} />
      </div>
      <p role="status" className="text-sm text-ink-soft">
        {data ? summaryOf(people.length, count, skipped, search) : !error && 'Loading…'}
      </p>
      {/* Also without people: the undo of the last approval stays. */}
      {canTick && (
        <Bulk status={status} chosen={chosen} onDone={() => setTicked([])}>
          <label className="flex min-h-11 items-center gap-3 text-sm" hidden={people.length === 0}>
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
              <label className="-ml-3 grid size-11 shrink-0 place-items-center">
                <input
                  type="checkbox"
                  className="size-5"
                  aria-label={`Select ${nameOf(person)}`}
                  checked={chosen.includes(person)}
                  onChange={() => tick(person)}
                />
              </label>
            )}
            <a
              href={linkTo(person)}
              className="grid min-w-0 flex-1 gap-x-6 rounded-control px-2 py-3 wrap-anywhere hover:bg-ink-wash sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] sm:items-center"
            >
              <span className="grid">
                <span className="font-medium">{nameOf(person)}</span>
                {person.fullName && <span className="text-ink-soft">{person.email}</span>}
              </span>
              <span className="grid text-ink-soft">
                <span>{factsOf(person, videos)}</span>
                {warningsOf(person) && <span className="text-ember">{warningsOf(person)}</span>}
              </span>
            </a>
          </li>
        ))}
      </ul>
      <p className="mt-4 flex flex-wrap gap-3 empty:hidden">
        {skipped > 0 && (
          <a href={addressOf({ status, q: search, skip: skipped - PEOPLE_AT_ONCE })} className="button-quiet">
            Previous
          </a>
        )}
        {skipped + people.length < count && (
          <a href={addressOf({ status, q: search, skip: skipped + PEOPLE_AT_ONCE })} className="button-quiet">
            Next
          </a>
        )}
        {people.length > 0 && (
          <Button look="button-quiet" onClick={() => void downloadCsv(people, status)}>
            Download CSV
          </Button>
        )}
      </p>
    </>
  )
}

/** What can be done to everyone who is ticked, and its undo. */
function Bulk({ status, chosen, onDone, children }: BulkProps) {
  const [undoable, setUndoable] = useState<Person[]>([])
  const unconfirmed = chosen.filter(({ emailConfirmed }) => !emailConfirmed)
  const many = chosen.length > 1 ? ` ${chosen.length}` : ''

  async function approve() {
    await actOn(chosen, 'approve')
    setUndoable(chosen.map((person) => ({ ...person, status: 'approved' })))
    onDone()
  }

  async function resend() {
    if (status === 'invited') await actOn(chosen, 'invite')
    else for (const person of unconfirmed) await resendConfirmation(person)
    onDone()
  }

  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
      {children}
      {chosen.length > 0 && status === 'pending' && (
        <Form send={approve} isRow className="grid" submit={`Approve${many}`} busyText="Approving" />
      )}
      {chosen.length > 0 && (status === 'invited' || unconfirmed.length > 0) && (
        <Form
          send={resend}
          isRow
          className="grid"
          look="button-quiet"
          submit={status === 'invited' ? `Invite${many} again` : 'Resend confirmation'}
          busyText="Sending"
        />
      )}
      {undoable.length > 0 && chosen.length === 0 && (
        <Form
          send={() => actOn(undoable, 'undo').then(() => setUndoable([]))}
          isRow
          className="grid"
          look="button-quiet"
          submit={`Undo ${undoable.length > 1 ? `${undoable.length} approvals` : 'the approval'}`}
          busyText="Undoing"
        />
      )}
    </div>
  )
}

/** As the command line writes it. */
async function downloadCsv(people: Person[], status: PersonStatus): Promise<void> {
  const { stringify } = await import('csv-stringify/browser/esm/sync')
  const csv = stringify(people, {
    bom: true,
    header: true,
    escape_formulas: true,
    columns: csvColumns,
    cast: { boolean: (value) => (value ? 'yes' : 'no'), date: (value) => value.toISOString() },
  })
  download(`${status}.csv`, 'text/csv', csv)
}

function summaryOf(shown: number, count: number, skipped: number, search: string): string {
  if (count === 0) return search ? 'No one here matches.' : 'No one.'
  const range = shown < count ? `${skipped + 1} to ${skipped + shown} of ${count}` : String(count)
  return `${range} ${count === 1 ? 'person' : 'people'}`
}

function addressOf(query: { status: PersonStatus; q: string; skip?: number }): string {
  const given = Object.entries(query).filter(([, value]) => value)
  return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}

const titles: [PersonStatus, string][] = [
  ['pending', 'Waiting'],
  ['invited', 'Invited'],
  ['approved', 'Members'],
  ['denied', 'Denied'],
]

const csvColumns = {
  email: 'email',
  fullName: 'name',
  status: 'status',
  emailConfirmed: 'confirmed',
  signedUpAt: 'signed up',
  invitedBy: 'invited by',
  lastSeenAt: 'last seen',
  watched: 'watched',
  failedMessages: 'failed messages',
}

interface Props extends Programme {
  status: PersonStatus
  search: string
  /** People before the first one that is shown. */
  skipped: number
}

interface BulkProps {
  status: PersonStatus
  chosen: Person[]
  onDone: () => void
  children: React.ReactNode
}
