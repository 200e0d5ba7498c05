import { ask, tableOf } from '../report.ts'
import { pageOptions, readPage, turnPage, type Paged } from '../pages.ts'
import type { Verb } from '../verb.ts'

export const approved: Verb = {
  name: 'approved',
  summary: 'list and export who is in',
  takes: '',
  about: `Lists the approved members by address, with their names, since when and by whom; --csv and --json have everybody.
Changes nothing.`,
  options: pageOptions,
  prepare(input) {
    const which = readPage(input)
    const columns = { 'e-mail': 'email', name: 'fullName', approved: 'approvedAt', by: 'approvedBy' } as const
    return ask<Approved>(
      `select email, full_name as "fullName", approved_at as "approvedAt", approved_by as "approvedBy", pages,
         approved::int as "inAll"
       from list_approved($1, $2)`,
      [which.page, which.perPage],
      (rows) => ({
        json: rows.map(({ email, fullName, approvedAt, approvedBy }) => ({
          email,
          fullName,
          approvedAt,
          approvedBy,
        })),
        tables: [
          tableOf(rows, columns, {
            whenEmpty: which.page === 1 ? 'Nobody is approved.' : `There is no page ${which.page}.`,
          }),
        ],
        notes: turnPage('approved', rows[0], which, 'are approved'),
      }),
    )
  },
}

interface Approved extends Paged {
  email: string
  fullName: string | null
  approvedAt: Date | null
  approvedBy: string | null
}
