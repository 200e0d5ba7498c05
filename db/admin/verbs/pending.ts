import type { ClientBase } from 'pg'
import { readCount, refuseWords } from '../arguments.ts'
import { count, minute, yesNo } from '../cells.ts'
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
    refuseWords('pending', input)
    const page = readCount(input, 'page', 1)
    const perPage = readCount(input, 'per-page', defaultPerPage(input))
    return { in: 'transaction', work: async (client) => report(await list(client, page, perPage), page) }
  },
}

/** What goes into a program should not end at a page. */
function defaultPerPage(input: Input): number {
  return input.format === 'text' || input.value('page') ? PER_PAGE : EVERYBODY
}

async function list(client: ClientBase, page: number, perPage: number): Promise<Waiting[]> {
  const { rows } = await client.query<Waiting>(
    `select email, full_name as "fullName", signed_up_at as "signedUpAt", email_confirmed as "emailConfirmed",
       on_roster as "onRoster", roster_spent as "rosterSpent", brief_age(signed_up_at) as age, pages, waiting::int
     from list_pending($1, $2)`,
    [page, perPage],
  )
  return rows
}

function report(rows: Waiting[], page: number): Report {
  const [first] = rows
  return {
    json: rows.map(forPrograms),
    tables: [
      {
        columns: ['e-mail', 'name', 'signed up', 'waits', 'confirmed', 'roster'],
        rows: rows.map(toCells),
        whenEmpty: page === 1 ? 'Nobody is waiting.' : `There is no page ${page}.`,
      },
    ],
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

function toCells({
  email,
  fullName,
  signedUpAt,
  age,
  emailConfirmed,
  onRoster,
  rosterSpent,
}: Waiting): string[] {
  const roster = rosterSpent ? 'spent' : yesNo(onRoster)
  return [email, fullName ?? '', minute(signedUpAt), age, yesNo(emailConfirmed), roster]
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
