import { MAX_PEOPLE_PER_REQUEST } from './people.ts'
import type { Email } from './person.ts'

/** What was read, in one sentence for each thing. */
export function describeList(list: ParsedList): string {
  const { people, email, company, role, groups, ignored, skippedLines } = list
  const nameSource = people.some(({ name }) => name) ? 'names beside them' : 'no names'
  const names = list.names.length > 0 ? `names from ${joinLabels(list.names, ' and ')}` : nameSource
  const roles = new Intl.ListFormat('en').format(new Set(people.flatMap((each) => each.role ?? [])))
  const count = people.length === 1 ? '1 person' : `${people.length} people`
  return [
    `${people.length > 0 ? `Read ${count}:` : 'Nobody is ready to invite. Read'} addresses from ${email.label}, ${names}${company ? `, companies from ${company.label}` : ''}${role ? `, roles from ${role.label}${roles && ` (${roles})`}` : ''}${groups ? `, groups from ${groups.label}` : ''}.`,
    ignored.length > 0 && `Ignored ${joinLabels(ignored)}.`,
    skippedLines.length > 0 && `Skipped without address and name: line ${skippedLines.join(', ')}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** Those of a line, as labels of its cells. */
export function labelledColumns(list: ParsedList, mistake: Mistake): Column[] {
  const { email, names, company, role, groups, headingRow } = list
  const columnsInUse = [email, ...names, ...[company, role, groups].filter((column) => column !== undefined)]
  return [...new Set([...columnsInUse, ...mistake.columns])].map((column) => {
    if (!headingRow) return { ...column, label: column === email ? 'Email' : 'Name' }
    return { ...column, label: column.label.replace(/^column/, 'Column').replaceAll(/[“”]/g, '') }
  })
}

export function joinLabels(columns: Column[], between = ', '): string {
  return columns.map(({ label }) => label).join(between)
}

export function describeMistake(mistake: Mistake): string {
  return `${mistake.line === null ? '' : `line ${mistake.line}: `}${describeCell(mistake)}`
}

/** Beside the cell itself, where its line is known. */
export function describeCell({ code, text }: Mistake): string {
  return mistakeText[code](text)
}

export function listMistake(code: MistakeCode, text = '', line: number | null = null): Mistake {
  return { line, code, text, columns: [] }
}

const mistakeText = {
  workbook: (file: string) => `${file} is a workbook. Save it as CSV; in Excel, choose CSV UTF-8.`,
  not_utf8: (file: string) => `${file} isn’t saved as UTF-8. In Excel, choose CSV UTF-8.`,
  unreadable: (file: string) => `${file} can’t be read. Choose it again.`,
  no_people: () => 'The list has no people.',
  too_many: (count: string) =>
    `The list has ${count} people. Invite at most ${MAX_PEOPLE_PER_REQUEST} at once.`,
  no_email_column: () => 'No heading says “Email”. Make the first line: email,name',
  no_name_column: (columns: string) =>
    `No heading says which column has the names: ${columns}. Change one to “Name”, or delete these columns.`,
  no_heading: () => 'The columns have no headings. Make the first line: email,name',
  two_email_columns: (columns: string) =>
    `Several columns have email addresses: ${columns}. Keep one of them, and give each person a line of their own.`,
  two_name_columns: (columns: string) => `Several columns could be the name: ${columns}. Keep one of them.`,
  quotation_marks: () => 'The quotation marks around a cell don’t match',
  extra_cell: () => 'More cells than headings; a cell with a separator needs quotation marks around it',
  no_address: (name: string) => `${name} has no email address; add it, or remove the line`,
  two_addresses: (cell: string) => `“${cell}” has several addresses; give each a line of its own`,
  not_address: (cell: string) => `“${cell}” is not an email address`,
  near_host: (meant: string) => `Did you mean ${meant}?`,
  near_role: (meant: string) => `Did you mean ${meant}?`,
  repeated: (email: string) => `${email} appears twice`,
  name_has_address: (name: string) => `The name “${name}” has an email address in it`,
  lost_letter: (name: string) => `The name “${name}” seems to have lost a letter; in Excel, choose CSV UTF-8`,
  name_too_long: () => 'The name is longer than 100 characters',
  company_too_long: () => 'The company is longer than 80 characters',
  role_too_long: () => 'The role is longer than 40 characters',
  unknown_group: (group: string) => `There is no group ${group}`,
}

export interface ParsedList {
  rows: Row[]
  headingRow: Row | undefined
  people: ListedPerson[]
  mistakes: Mistake[]
  email: Column
  names: Column[]
  company: Column | undefined
  role: Column | undefined
  groups: Column | undefined
  ignored: Column[]
  skippedLines: number[]
}

interface ListedPerson {
  line: number
  email: Email
  name: string | null
  company: string | null
  role: string | null
  groups: string[]
}

export interface Row {
  /** Of the list, from 1. */
  line: number
  cells: string[]
  /** Cells that are right, though near a known host or role. */
  confirmed?: string[]
}

export interface Column {
  index: number
  label: string
}

export interface Mistake {
  /** Of the list, from 1; null for a mistake of the whole list. */
  line: number | null
  code: MistakeCode
  text: string
  columns: Column[]
  row?: Row
}

export type MistakeCode = keyof typeof mistakeText
