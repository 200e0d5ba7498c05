import { type Options, stringify } from 'csv-stringify/browser/esm/sync'
import { escapeFormulas } from '#src/shared/people/spreadsheet-formulas.ts'
import type { PersonStatus } from '#src/shared/people/people.ts'
import { download } from '#src/lib/download.ts'
import type { DueRow, Start } from './due.ts'
import type { Person } from './person.ts'

export function downloadCsv(people: Person[], status: PersonStatus): void {
  download(`${status}.csv`, 'text/csv', toCsv(people))
}

export function toCsv(people: Person[]): string {
  return stringify(people, { ...spreadsheet, header: true, columns })
}

/** Who has done what is due at one start. */
export function downloadDue(rows: DueRow[], { event, day }: Start): void {
  const cells = rows.map(({ person, done }) => [
    person.email,
    person.fullName,
    person.company,
    done?.at.toISOString(),
    done?.by,
  ])
  const csv = stringify([['email', 'name', 'company', 'done', 'by'], ...cells], spreadsheet)
  download(`${event}-${day}.csv`, 'text/csv', csv)
}

/** The byte order mark tells a spreadsheet that this is UTF-8. */
const spreadsheet: Options = {
  bom: true,
  cast: {
    string: escapeFormulas,
    boolean: (value) => (value ? 'yes' : 'no'),
    date: (value) => value.toISOString(),
  },
}

const columns = {
  email: 'email',
  fullName: 'name',
  company: 'company',
  role: 'role',
  status: 'status',
  emailConfirmed: 'confirmed',
  signedUpAt: 'signed up',
  invitedBy: 'invited by',
  lastSeenAt: 'last seen',
  watched: 'watched',
  bounce: 'bounce',
  failedMessages: 'failed messages',
}
