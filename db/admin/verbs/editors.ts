import { isAbout, readAddresses } from '../arguments.ts'
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
  prepare: (input) => listOrChange(input, { verb: 'editors', is: 'editor', flag: 'is_editor' }),
}

export const admins: Verb = {
  name: 'admins',
  summary: 'who may decide about sign-ups in the browser',
  takes: '[EMAIL…]',
  about: `Lists whom links of notices lead to a decision, or names the members with these addresses, from their next request
on; only while they are approved. All or none: when one address is unknown, nothing changes.`,
  options: { remove: { about: 'take it from them' }, ...file, ...dryRun },
  prepare: (input) => listOrChange(input, { verb: 'admins', is: 'administrator', flag: 'is_admin' }),
}

function listOrChange(input: Input, role: Role): Task {
  return isAbout(input) || input.has('remove') ? change(input, role) : list(role)
}

function change(input: Input, { verb, is }: Role): Task {
  const isRemoval = input.has('remove')
  return ask<Change>(
    `select email, full_name as "fullName", approval_status as "status", changed from set_${verb}($1, $2)`,
    [readAddresses(verb, input), !isRemoval],
    (rows) =>
      report(rows, ({ changed }) => {
        if (!changed) return 'nothing changed'
        return isRemoval ? `no ${is} any more` : is
      }),
  )
}

function list({ is, flag }: Role): Task {
  return ask<Named>(
    `select email, full_name as "fullName", approval_status as "status" from members where ${flag} order by email`,
    [],
    (rows) => report(rows, () => is),
  )
}

function report<Row extends Named>(rows: Row[], result: (row: Row) => string): Report {
  const columns = {
    'e-mail': ({ email }: Row) => email,
    name: ({ fullName }: Row) => fullName,
    status: ({ status }: Row) => status,
    '': result,
  }
  return { json: rows, tables: [tableOf(rows, columns, { whenEmpty: 'Nobody.' })] }
}

interface Named {
  email: string
  fullName: string | null
  status: string
}

interface Change extends Named {
  changed: boolean
}

/** What members are named, and the column of the view that says so. */
interface Role {
  verb: 'editors' | 'admins'
  is: string
  flag: 'is_editor' | 'is_admin'
}
