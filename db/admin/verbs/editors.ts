import { readAddresses, refuseWords } from '../arguments.ts'
import { dryRun, file } from '../options.ts'
import { ask, tableOf } from '../report.ts'
import type { Input, Report, Task, Verb } from '../verb.ts'

export const editors: Verb = {
  name: 'editors',
  summary: 'who may change the content in the browser',
  takes: '[EMAIL…]',
  about: `Lists who may change the content at /edit, or makes editors of the members with these addresses, from their next
request on. Only who is approved gets there. All or none: when one address is unknown, nothing changes.`,
  options: { remove: { about: 'take it from them' }, ...file, ...dryRun },
  prepare(input) {
    const isChange = input.words.length > 0 || input.value('file') !== undefined || input.has('remove')
    return isChange ? change(input) : list(input)
  },
}

function change(input: Input): Task {
  const isRemoval = input.has('remove')
  return ask<Change>(
    `select email, full_name as "fullName", approval_status as "status", changed from set_editors($1, $2)`,
    [readAddresses('editors', input), !isRemoval],
    (rows) =>
      report(rows, ({ changed }) => {
        if (!changed) return 'nothing changed'
        return isRemoval ? 'no editor any more' : 'editor'
      }),
  )
}

function list(input: Input): Task {
  refuseWords('editors', input)
  return ask<Editor>(
    `select email, full_name as "fullName", approval_status as "status" from members where is_editor order by email`,
    [],
    (rows) => report(rows, () => 'editor'),
  )
}

function report<Row extends Editor>(rows: Row[], result: (row: Row) => string): Report {
  const columns = {
    'e-mail': ({ email }: Row) => email,
    name: ({ fullName }: Row) => fullName,
    status: ({ status }: Row) => status,
    '': result,
  }
  return { json: rows, tables: [tableOf(rows, columns, { whenEmpty: 'Nobody.' })] }
}

interface Editor {
  email: string
  fullName: string | null
  status: string
}

interface Change extends Editor {
  changed: boolean
}
