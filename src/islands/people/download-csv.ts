import { stringify } from 'csv-stringify/browser/esm/sync'
import { spreadsheet } from '#src/shared/csv.ts'
import type { PersonStatus } from '#src/shared/people/people.ts'
import { download } from '../download.ts'
import type { DueRow, Start } from './due.ts'
import type { Person } from './person.ts'

/** As the command line writes it. */
export function downloadCsv(people: Person[], status: PersonStatus): void {
  const csv = stringify(people, {
    ...spreadsheet,
    header: true,
    columns,
    cast: {
      ...spreadsheet.cast,
      boolean: (value) => (value ? 'yes' : 'no'),
      date: (value) => value.toISOString(),
    },
  })
  download(`${status}.csv`, 'text/csv', csv)
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
