import { readCount } from '../arguments.ts'
import { ask, count, tableOf } from '../report.ts'
import type { Input, Report, Verb } from '../verb.ts'

const PER_PAGE = 50
const EVERYBODY = 2_000_000_000

export const pending: Verb = {
  name: 'pending',
  summary: 'list who waits for a decision',
  takes: '',
  about: `Lists who waits for a decision, longest first: ${PER_PAGE} a page, with --json or --csv everybody. Changes nothing.`,
  options: {
    page: { value: 'N', about: 'this page' },
    'per-page': { value: 'N', about: 'so many a page' },
  },
  prepare(input) {
    const page = readCount(input, 'page', 1)
    const perPage = readCount(input, 'per-page', defaultPerPage(input))
    return ask<Waiting>(
      `select email, full_name as "fullName", signed_up_at as "signedUpAt", email_confirmed as "emailConfirmed",
         on_roster as "onRoster", roster_spent as "rosterSpent", brief_age(signed_up_at) as age, pages, waiting::int
       from list_pending($1, $2)`,
      [page, perPage],
      (rows) => report(rows, page),
    )
  },
}

/** What goes into a program should not end at a page. */
function defaultPerPage(input: Input): number {
  return input.format === 'text' || input.value('page') ? PER_PAGE : EVERYBODY
}

function report(rows: Waiting[], page: number): Report {
  const [first] = rows
  const columns = {
    'e-mail': 'email',
    name: 'fullName',
    'signed up': 'signedUpAt',
    waits: 'age',
    confirmed: 'emailConfirmed',
    roster: ({ rosterSpent, onRoster }: Waiting) => (rosterSpent ? 'spent' : onRoster),
  } as const
  const whenEmpty = page === 1 ? 'Nobody is waiting.' : `There is no page ${page}.`
  return {
    json: rows.map(forPrograms),
    tables: [tableOf(rows, columns, { whenEmpty })],
    notes: first && first.pages > 1 ? [turnPage(first, page)] : [],
  }
}

function forPrograms({ email, fullName, signedUpAt, emailConfirmed, onRoster, rosterSpent }: Waiting) {
  return { email, fullName, signedUpAt, emailConfirmed, onRoster, rosterSpent }
}

function turnPage({ pages, waiting }: Waiting, page: number): string {
  const where = `Page ${page} of ${pages}; ${count(waiting, 'member')} wait.`
  return page < pages ? `${where} Next: npm run admin -- pending --page ${page + 1}` : where
}

interface Waiting {
  email: string
  fullName: string | null
  signedUpAt: Date
  emailConfirmed: boolean
  onRoster: boolean
  rosterSpent: boolean
  age: string
  pages: number
  waiting: number
}
