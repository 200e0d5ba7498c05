import { refuseList, type RefusedList } from './list-text.ts'
import { readAddress } from './read-address.ts'
import type { Row } from './read-rows.ts'

/** Which columns of a list have the addresses and names, by their headings or, without any, by their content; or a mistake. */
export function readColumns(rows: [Row, ...Row[]]): Columns | RefusedList {
  const people = rows.findIndex(({ cells }) =>
    cells.some((cell) => readAddress(cell).email ?? /^\S*@\S*$/.test(cell)),
  )
  const above = people === -1 ? rows : rows.slice(0, people)
  // Titles may stand above it.
  const heading = above.findLast(({ cells }) => cells.some((cell) => HEADING.test(wordsOf(cell)))) ?? above[0]
  const start = heading ? rows.indexOf(heading) : 0
  const below = rows.slice(heading ? start + 1 : 0)
  const columns = columnsOf(below, heading)
  const [email, ...more] = emailColumns(columns)
  if (!email) return refuseList('no_email_column')
  if (more.length > 0 && !heading) return refuseList('two_addresses', rows[0].cells.join(', '), rows[0].line)
  if (more.length > 0) return refuseList('two_email_columns', labelsOf([email, ...more]))
  const others = columns.filter((column) => column !== email)
  const names = heading ? nameColumns(others) : [others]
  const ambiguous = names.find(({ length }) => length > 1)
  if (ambiguous) return refuseList(heading ? 'two_name_columns' : 'no_heading', labelsOf(ambiguous))
  const company = heading && others.find(({ words }) => COMPANY.test(words))
  const ignored = others.filter((column) => column !== company && !names.flat().includes(column))
  return {
    email,
    names: names.flat(),
    company,
    ignored,
    headings: heading?.cells.length ?? null,
    above: rows.slice(0, start),
    below,
  }
}

export function labelsOf(columns: Column[]): string {
  return columns.map(({ label }) => label).join(', ')
}

/** Those with anything in them. */
function columnsOf(rows: Row[], heading: Row | undefined): Column[] {
  const width = Math.max(...[heading, ...rows].map((row) => row?.cells.length ?? 0))
  return Array.from({ length: width }, (_, n) => {
    const cells = rows.map((row) => row.cells[n] ?? '')
    const title = heading?.cells[n] ?? ''
    const label = title ? `“${title}”` : `column ${n + 1}`
    return { n, words: wordsOf(title), label, cells }
  }).filter(({ words, cells }) => words || cells.some(Boolean))
}

/** By heading and content, or else by one of them. */
function emailColumns(columns: Column[]): Column[] {
  const named = columns.filter(({ words }) => words.includes('mail') && !/\bdisplay\b/.test(words))
  const holding = columns.filter(({ cells }) => cells.some((cell) => readAddress(cell).email))
  const both = named.filter((column) => holding.includes(column))
  return [both, holding, named].find(({ length }) => length > 0) ?? []
}

/** The whole name, or else the first and the last; more than one column of a kind when that is ambiguous. */
function nameColumns(columns: Column[]): Column[][] {
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

const HEADING = /mail|name\b/
const WHOLE = /^name$|\bfull ?name\b/
const FIRST = /\b(?:first|given|fore|f) ?names?\b|\bname first\b|^first$/
const LAST = /\b(?:last|family|l) ?names?\b|\bname last\b|\bsurname\b|^last$/
const COMPANY = /\b(?:company|startup|organi[sz]ation|team)\b(?! (?:domain|email|size|url|website))/
const OTHER_NAME =
  /mail|prefix|suffix|phonetic|\b(?:business|company|domain|event|file|maiden|middle|nick|organi[sz]ation|product|project|school|startup|team|ticket|university|user)/

interface Columns {
  email: Column
  names: Column[]
  company: Column | undefined
  ignored: Column[]
  /** How many; null without a heading. */
  headings: number | null
  /** Above the headings. */
  above: Row[]
  /** Below them. */
  below: Row[]
}

interface Column {
  n: number
  /** Of the heading; '' without one. */
  words: string
  /** As messages name it. */
  label: string
  /** Below the heading. */
  cells: string[]
}
