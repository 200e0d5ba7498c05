import { type Column, joinLabels, type Mistake, listMistake, type Row } from './describe-list.ts'
import { parseAddress } from './parse-address.ts'

export function detectColumns(rows: [Row, ...Row[]], hasGroups: boolean): DetectedColumns | Mistake {
  const [first, ...more] = rows
  const headingRow = first.cells.some(looksLikeAddress) ? undefined : first
  const dataRows = headingRow ? more : rows
  const columns = nonEmptyColumns(dataRows, headingRow)
  const [email, ...others] = findEmailColumns(columns, headingRow)
  if (!email) return listMistake('no_email_column')
  if (others.length > 0 && !headingRow)
    return listMistake('two_addresses', first.cells.join(', '), first.line)
  if (others.length > 0) return listMistake('two_email_columns', joinLabels([email, ...others]))
  const rest = columns.filter((column) => column !== email)
  const names = headingRow ? findNameColumns(rest) : [rest]
  const ambiguous = names.find(({ length }) => length > 1)
  if (ambiguous) return listMistake(headingRow ? 'two_name_columns' : 'no_heading', joinLabels(ambiguous))
  const company = headingRow && rest.find(({ heading }) => COMPANY_HEADING.test(heading))
  const role = headingRow && rest.find(({ heading }) => ROLE_HEADING.test(heading))
  const groups = hasGroups && headingRow ? rest.find(({ heading }) => GROUP_HEADING.test(heading)) : undefined
  const ignored = rest.filter((column) => ![company, role, groups, ...names.flat()].includes(column))
  return { email, names: names.flat(), company, role, groups, ignored, headingRow, dataRows }
}

function nonEmptyColumns(rows: Row[], headingRow: Row | undefined): ColumnWithCells[] {
  const width = Math.max(...[headingRow, ...rows].map((row) => row?.cells.length ?? 0))
  return Array.from({ length: width }, (_, index) => {
    const cells = rows.map((row) => row.cells[index] ?? '')
    const title = headingRow?.cells[index] ?? ''
    const label = title ? `“${title}”` : `column ${index + 1}`
    return { index, heading: normalizeHeading(title), label, cells }
  }).filter(({ heading, cells }) => heading || cells.some(Boolean))
}

function findEmailColumns(columns: ColumnWithCells[], headingRow: Row | undefined): ColumnWithCells[] {
  if (!headingRow) return columns.filter(({ cells: [cell = ''] }) => looksLikeAddress(cell))
  const named = columns.filter(({ heading }) => EMAIL_HEADING.test(heading))
  const withAddresses = named.filter(({ cells }) => cells.some((cell) => parseAddress(cell).email))
  return withAddresses.length > 0 ? withAddresses : named
}

function looksLikeAddress(cell: string): boolean {
  return parseAddress(cell).email !== null || /^\S*@\S*$/.test(cell)
}

/** The whole name, or else the first and the last; more than one column of a kind when that is ambiguous. */
function findNameColumns(columns: ColumnWithCells[]): ColumnWithCells[][] {
  const find = (pattern: RegExp) =>
    columns.filter(({ heading }) => pattern.test(heading) && !NOT_A_PERSONS_NAME.test(heading))
  const [full, first, last] = [find(FULL_NAME), find(FIRST_NAME), find(LAST_NAME)]
  // “First name, Surname”, or “Name, Surname”.
  if (last.length > 0 && first.length > 0 !== full.length > 0) return [[...first, ...full], last]
  if (full.length > 0) return [full]
  const parts = [first, last]
  const otherNames = find(/\bname\b/).filter((column) => !parts.flat().includes(column))
  return otherNames.length > 0 ? [otherNames] : parts
}

function normalizeHeading(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

const EMAIL_HEADING = /\be ?mails?\b(?!.*\bdisplay\b)/
const FULL_NAME = /^name$|\bfull ?name\b/
const FIRST_NAME = /\b(?:first|given|fore|f) ?names?\b|\bname first\b|^first$/
const LAST_NAME = /\b(?:last|family|l) ?names?\b|\bname last\b|\bsurname\b|^last$/
const COMPANY_HEADING = /\b(?:company|startup|organi[sz]ation|team)\b(?! (?:domain|email|size|url|website))/
const ROLE_HEADING = /\brole\b|^(?:job title|position)$/
const GROUP_HEADING = /\b(?:groups?|cohorts?|batch)\b(?! (?:chat|id|link|size|url))/
const NOT_A_PERSONS_NAME =
  /mail|prefix|suffix|phonetic|\b(?:business|cohort|company|domain|event|file|group|maiden|middle|nick|organi[sz]ation|product|project|school|startup|team|ticket|university|user)/

export interface DetectedColumns {
  email: Column
  names: Column[]
  company: Column | undefined
  role: Column | undefined
  groups: ColumnWithCells | undefined
  ignored: Column[]
  headingRow: Row | undefined
  dataRows: Row[]
}

interface ColumnWithCells extends Column {
  /** Normalized; '' without one. */
  heading: string
  cells: string[]
}
