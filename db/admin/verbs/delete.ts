import { isAbout, namedSql, readAddresses } from '../arguments.ts'
import { dryRun, remembered, several } from '../options.ts'
import { ask, tableOf } from '../report.ts'
import type { Report, Verb } from '../verb.ts'

const COLUMNS = 'email, full_name as "fullName", due_at as "dueAt"'

export const deleteAccounts: Verb = {
  name: 'delete',
  summary: 'delete accounts for good, after a day',
  takes: '[EMAIL…]',
  about: `Deletes accounts a day later, with all that is theirs, as when members leave by themselves; they are signed out now.
Until then --keep takes it back. The record of decisions keeps an id, and that it was you. Nobody is told: write to them.
To keep somebody out meanwhile, deny them. Without an address it lists whose account is to be deleted. All or none.`,
  options: {
    keep: { about: 'take it back, whoever asked for it' },
    actor: remembered.actor,
    ...several,
    ...dryRun,
  },
  prepare(input) {
    if (!isAbout(input) && !input.has('keep'))
      return ask(`select ${COLUMNS}, requested_by as result from list_deletions()`, [], report)
    const named = [readAddresses('delete', input), input.has('skip-unknown')]
    return input.has('keep')
      ? ask(`select ${COLUMNS}, result from keep_accounts(${namedSql})`, named, report)
      : ask(
          `select ${COLUMNS}, result from schedule_deletions(${namedSql}, $3)`,
          [...named, input.actor],
          report,
        )
  },
}

function report(rows: Deletion[]): Report {
  const columns = { 'e-mail': 'email', name: 'fullName', due: 'dueAt', '': 'result' } as const
  return { json: rows, tables: [tableOf(rows, columns, { whenEmpty: 'No account is to be deleted.' })] }
}

interface Deletion {
  email: string
  fullName: string | null
  dueAt: Date | null
  /** What became of it or, in the list, who asked. */
  result: string
}
