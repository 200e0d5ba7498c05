import { pageOptions, readPage, turnPage, type Page, type Paged } from '../pages.ts'
import { ask, tableOf } from '../report.ts'
import type { Report, Verb } from '../verb.ts'

export const pending: Verb = {
  name: 'pending',
  summary: 'list who waits for a decision',
  takes: '',
  about: `Lists who waits for a decision, longest first; --json and --csv have everybody. Changes nothing.`,
  options: pageOptions,
  prepare(input) {
    const which = readPage(input)
    return ask<Waiting>(
      `select email, full_name as "fullName", signed_up_at as "signedUpAt", email_confirmed as "emailConfirmed",
         on_roster as "onRoster", roster_spent as "rosterSpent", brief_age(signed_up_at) as age, pages, waiting::int as "inAll"
       from list_pending($1, $2)`,
      [which.page, which.perPage],
      (rows) => report(rows, which),
    )
  },
}

function report(rows: Waiting[], which: Page): Report {
  const columns = {
    'e-mail': 'email',
    name: 'fullName',
    'signed up': 'signedUpAt',
    waits: 'age',
    confirmed: 'emailConfirmed',
    roster: ({ rosterSpent, onRoster }: Waiting) => (rosterSpent ? 'spent' : onRoster),
  } as const
  const whenEmpty = which.page === 1 ? 'Nobody is waiting.' : `There is no page ${which.page}.`
  return {
    json: rows.map(forPrograms),
    tables: [tableOf(rows, columns, { whenEmpty })],
    notes: turnPage('pending', rows[0], which, 'wait'),
  }
}

function forPrograms({ email, fullName, signedUpAt, emailConfirmed, onRoster, rosterSpent }: Waiting) {
  return { email, fullName, signedUpAt, emailConfirmed, onRoster, rosterSpent }
}

interface Waiting extends Paged {
  email: string
  fullName: string | null
  signedUpAt: Date
  emailConfirmed: boolean
  onRoster: boolean
  rosterSpent: boolean
  age: string
}
