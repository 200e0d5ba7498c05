import { type Options, stringify } from 'csv-stringify/browser/esm/sync'
import type { Row } from '#src/shared/people/describe-list.ts'
import { escapeFormulas } from '#src/shared/people/spreadsheet-formulas.ts'
import type { PersonStatus } from '#src/shared/people/people.ts'
import { download } from '#src/lib/download.ts'
import type { DeadlineRow, Deadline } from './deadline-rows.ts'
import type { Person } from './person.ts'

export function downloadPeople(people: Person[], status: PersonStatus): void {
  download(`${status}.csv`, 'text/csv', toCsv(people))
}

export function toCsv(people: Person[]): string {
  return stringify(people, { ...CSV_OPTIONS, header: true, columns })
}

export function downloadDeadline(rows: DeadlineRow[], { event, day }: Deadline): void {
  const records = rows.map(({ person, completion }) => [
    person.email,
    person.fullName,
    person.company,
    completion?.reportedAt.toISOString(),
    completion?.source,
  ])
  const csv = stringify([['email', 'name', 'company', 'done', 'by'], ...records], CSV_OPTIONS)
  download(`${event}-${day}.csv`, 'text/csv', csv)
}

export function downloadRows(rows: Row[]): void {
  const csv = stringify(
    rows.map(({ cells }) => cells),
    CSV_OPTIONS,
  )
  download('left-out.csv', 'text/csv', csv)
}

/** The byte order mark tells a spreadsheet that this is UTF-8. */
const CSV_OPTIONS: Options = {
  bom: true,
  cast: {
    string: escapeFormulas,
    // The names of groups.
    object: String,
    boolean: (value) => (value ? 'yes' : 'no'),
    date: (value) => value.toISOString(),
  },
}

const columns = {
  email: 'email',
  fullName: 'name',
  company: 'company',
  role: 'role',
  groups: 'groups',
  status: 'status',
  emailConfirmed: 'confirmed',
  signedUpAt: 'signed up',
  invitedBy: 'invited by',
  lastSeenAt: 'last seen',
  watched: 'watched',
  bounce: 'bounce',
  failedMessages: 'failed messages',
}
