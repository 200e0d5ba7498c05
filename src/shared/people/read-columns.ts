import { type Column, labelsOf, type Mistake, refuseList, type Row } from './list-text.ts'
import { readAddress } from './read-address.ts'

/** Which columns of a list have the addresses and names, by their headings, or without any one of each; or a mistake. */
export function readColumns(rows: [Row, ...Row[]]): Columns | Mistake {
  const [first, ...more] = rows
  const heading = first.cells.some(isLikeAddress) ? undefined : first
  const below = heading ? more : rows
  const columns = columnsOf(below, heading)
  const [email, ...others] = emailColumns(columns, heading)
  if (!email) return refuseList('no_email_column')
  if (others.length > 0 && !heading) return refuseList('two_addresses', first.cells.join(', '), first.line)
  if (others.length > 0) return refuseList('two_email_columns', labelsOf([email, ...others]))
  const rest = columns.filter((column) => column !== email)
  const names = heading ? nameColumns(rest) : [rest]
  const ambiguous = names.find(({ length }) => length > 1)
  if (ambiguous) return refuseList(heading ? 'two_name_columns' : 'no_heading', labelsOf(ambiguous))
  const company = heading && rest.find(({ words }) => COMPANY.test(words))
  const ignored = rest.filter((column) => column !== company && !names.flat().includes(column))
  const headings = heading?.cells.length ?? Infinity
  return { email, names: names.flat(), company, ignored, headings, below }
}

/** Those with anything in them. */
export function columnsOf(rows: Row[], heading: Row | undefined): ReadColumn[] {
  const width = Math.max(...[heading, ...rows].map((row) => row?.cells.length ?? 0))
  return Array.from({ length: width }, (_, n) => {
    const cells = rows.map((row) => row.cells[n] ?? '')
    const title = heading?.cells[n] ?? ''
    const label = title ? `“${title}”` : `column ${n + 1}`
    return { n, words: wordsOf(title), label, cells }
  }).filter(({ words, cells }) => words || cells.some(Boolean))
}

/** By heading; where several are named so, those that hold an address. Without headings, by the first row. */
export function emailColumns(columns: ReadColumn[], heading: Row | undefined): ReadColumn[] {
  if (!heading) return columns.filter(({ cells: [cell = ''] }) => isLikeAddress(cell))
  const named = columns.filter(({ words }) => EMAIL.test(words))
  const holding = named.filter(({ cells }) => cells.some((cell) => readAddress(cell).email))
  return holding.length > 0 ? holding : named
}

/** An address, or one with a slip. */
export function isLikeAddress(cell: string): boolean {
  return readAddress(cell).email !== null || /^\S*@\S*$/.test(cell)
}

/** The whole name, or else the first and the last; more than one column of a kind when that is ambiguous. */
function nameColumns(columns: ReadColumn[]): ReadColumn[][] {
  const find = (pattern: RegExp) =>
    columns.filter(({ words }) => pattern.test(words) && !OTHER_NAME.test(words))
  const [whole, first, last] = [find(WHOLE), find(FIRST), find(LAST)]
  // “First name, Surname”, or “Name, Surname”.
  if (last.length > 0 && first.length > 0 !== whole.length > 0) return [[...first, ...whole], last]
  if (whole.length > 0) return [whole]
  const parts = [first, last]
  const loose = find(/\bname\b/).filter((column) => !parts.flat().includes(column))
  return loose.length > 0 ? [loose] : parts
}

/** In lower case, without punctuation. */
function wordsOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

export const EMAIL = /\be ?mails?\b(?!.*\bdisplay\b)/
const WHOLE = /^name$|\bfull ?name\b/
const FIRST = /\b(?:first|given|fore|f) ?names?\b|\bname first\b|^first$/
const LAST = /\b(?:last|family|l) ?names?\b|\bname last\b|\bsurname\b|^last$/
const COMPANY = /\b(?:company|startup|organi[sz]ation|team)\b(?! (?:domain|email|size|url|website))/
export const OTHER_NAME =
  /mail|prefix|suffix|phonetic|\b(?:business|company|domain|event|file|maiden|middle|nick|organi[sz]ation|product|project|school|startup|team|ticket|university|user)/

export interface Columns {
  email: Column
  names: Column[]
  company: Column | undefined
  ignored: Column[]
  /** How many; without a heading, any number of columns may follow. */
  headings: number
  /** Below the headings. */
  below: Row[]
}

export interface ReadColumn extends Column {
  /** Of the heading; '' without one. */
  words: string
  /** Below the heading. */
  cells: string[]
}
