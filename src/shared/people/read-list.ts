import { CsvError, parse } from 'csv-parse/sync'
import { cleanText, Email, FullName } from './person.ts'

/** People from a CSV file as spreadsheets write it, or every mistake in it. Each row and column is used or named. */
export function readList(file: { name: string; bytes: Uint8Array }): List | { mistakes: Mistake[] } {
  const refuse = (code: MistakeCode, text = file.name) => ({ mistakes: [{ line: null, code, text }] })
  if (isWorkbook(file.bytes)) return refuse('workbook')
  const text = decode(file.bytes)
  if (text === null) return refuse('not_utf8')
  const rows = parseRows(text)
  if ('code' in rows) return { mistakes: [rows] }
  const columns = chooseColumns(rows)
  if ('code' in columns) return refuse(columns.code, columns.text)
  const { headings, email, names } = columns
  const { people, mistakes, skippedLines } = readRows(rows.slice(headings ? 1 : 0), columns)
  if (mistakes.length > 0) return { mistakes }
  if (people.length === 0) return refuse('no_people')
  const label = (n: number) => labelOf(headings, n)
  const ignored = filledColumns(rows).filter((n) => n !== email && !names.includes(n))
  return {
    people,
    emailColumn: label(email),
    nameColumns: names.map(label),
    ignoredColumns: ignored.map(label),
    skippedLines,
  }
}

/** 'Kai <kai@example.com>' or an address alone; `email` is null when it isn't one. */
export function readAddress(cell: string): { email: Email | null; name: string } {
  const [, name = '', address = cell] = /^(.*)<(?:mailto:)?([^<>]*)>$/s.exec(cleanText(cell)) ?? []
  return { email: Email.safeParse(address).data ?? null, name: cleanText(name.replaceAll('"', '')) }
}

/** By its byte order mark; null for anything but UTF-16 with one and UTF-8. */
function decode(bytes: Uint8Array): string | null {
  const mark = `${bytes[0]} ${bytes[1]}`
  const encoding = mark === '255 254' ? 'utf-16le' : mark === '254 255' ? 'utf-16be' : 'utf-8'
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    // UTF-16 without a byte order mark.
    return text.slice(0, 2).includes('\0') ? null : text.replace(/\r\n?/g, '\n')
  } catch {
    return null
  }
}

/** ZIP, as .xlsx and .ods, or the older .xls. */
function isWorkbook(bytes: Uint8Array): boolean {
  return /^(?:504b0304|d0cf11e0)/.test(
    bytes.subarray(0, 4).reduce((hex, byte) => hex + byte.toString(16).padStart(2, '0'), ''),
  )
}

/** Rows with anything in them, cleaned. */
function parseRows(text: string): Row[] | Mistake {
  // Excel's own hint.
  const [hint, separator] = /^sep=(.)\n/i.exec(text) ?? []
  const options = { from_line: hint ? 2 : 1, relax_column_count: true, relax_quotes: true, trim: true }
  const fit = (delimiter: string) => {
    try {
      const [first = []] = parse(text, { ...options, delimiter, skip_empty_lines: true, to: 1 })
      const isSplit = first.some((cell) => /mail|@/i.test(cell) && !/[,;\t]/.test(cell))
      return first.length + (isSplit ? text.length : 0)
    } catch {
      return 0
    }
  }
  let line = options.from_line
  try {
    const [delimiter] = separator ? [separator] : [',', ';', '\t'].sort((a, b) => fit(b) - fit(a))
    const rows = parse<Row>(text, {
      ...options,
      delimiter,
      on_record(cells: string[], { lines }) {
        const row = { line, cells: cells.map(cleanText) }
        line = lines + 1
        return row
      },
    })
    return rows.filter(({ cells }) => cells.some(Boolean))
  } catch (error) {
    if (error instanceof CsvError) return { line, code: 'quotation_marks', text: '' }
    throw error
  }
}

function chooseColumns(rows: Row[]): Columns | { code: MistakeCode; text?: string } {
  const [first, ...others] = rows
  if (!first) return { code: 'no_people' }
  const isHeading = !first.cells.some((cell) => readAddress(cell).email ?? /^\S*@\S*$/.test(cell))
  if (isHeading && others.length === 0) return { code: 'no_people' }
  const headings = isHeading ? first.cells : null
  const filled = filledColumns(rows)
  const named = filled.filter((n) => /mail/i.test(headings?.[n] ?? ''))
  const holding = (named.length > 0 ? named : filled).filter((n) =>
    rows.some(({ cells }) => readAddress(cells[n] ?? '').email),
  )
  const [email, second] = named.length === 1 ? named : holding
  if (email === undefined) return { code: 'no_email_column' }
  if (second !== undefined) return { code: 'two_email_columns', text: labels(headings, holding) }
  if (headings) return chooseNames(headings, email)
  const names = filled.filter((n) => n !== email)
  return names.length > 1 ? { code: 'no_heading' } : { headings, email, names }
}

/** One column with whole names, or else those with first and last names. */
function chooseNames(headings: string[], email: number): Columns | { code: MistakeCode; text: string } {
  const keys = headings.map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim(),
  )
  const find = (isOne: (key: string) => boolean) =>
    [...keys.keys()].filter((n) => n !== email && !OTHER_NAME.test(keys[n] ?? '') && isOne(keys[n] ?? ''))
  const first = find((key) => FIRST_NAME.test(key))
  const last = find((key) => LAST_NAME.test(key))
  const exact = find((key) => /^(?:full ?)?name$/.test(key))
  const full = find((key) => /\b(?:full)?name\b/.test(key)).filter((n) => ![...first, ...last].includes(n))
  const whole = exact.length > 0 ? exact : full
  const chosen = whole.length > 0 ? [whole] : [first, last]
  const repeated = chosen.find(({ length }) => length > 1)
  if (repeated) return { code: 'two_name_columns', text: labels(headings, repeated) }
  return { headings, email, names: chosen.flat() }
}

const FIRST_NAME = /\b(?:first|given|fore|f) ?name\b|^first$/
const LAST_NAME = /\b(?:last|family|l) ?name\b|\bsurname\b|^last$/
const OTHER_NAME =
  /mail|\b(?:business|company|domain|event|file|maiden|middle|nick|organi[sz]ation|product|project|school|startup|team|university|user) ?name\b/

function readRows(rows: Row[], { headings, email: column, names }: Columns) {
  const people = new Map<Email, Person>()
  const mistakes: Mistake[] = []
  const skippedLines: number[] = []
  for (const { line, cells } of rows) {
    const cell = cells[column] ?? ''
    const { email, name: beside } = readAddress(cell)
    const name = cleanText(names.map((n) => cells[n] ?? '').join(' ')) || beside || null
    const refuse = (code: MistakeCode, text = cell) => void mistakes.push({ line, code, text })
    if (headings && cells.slice(headings.length).some(Boolean)) refuse('extra_cell')
    else if (!cell && !name) skippedLines.push(line)
    else if (!cell) refuse('no_address', name ?? '')
    else if (!email)
      refuse((cell.match(/[^\s,;<>]+@[^\s,;<>]+/g) ?? []).length > 1 ? 'two_addresses' : 'not_address')
    else if (people.has(email)) refuse('repeated', email)
    else if (name && /\S@\S/.test(name)) refuse('name_has_address', name)
    else if (!FullName.safeParse(name ?? '').success) refuse('name_too_long')
    else people.set(email, { line, email, name })
  }
  return { people: [...people.values()], mistakes, skippedLines }
}

/** Columns with anything in them. */
function filledColumns(rows: Row[]): number[] {
  const width = Math.max(...rows.map(({ cells }) => cells.length))
  return Array.from({ length: width }, (_, n) => n).filter((n) => rows.some(({ cells }) => cells[n]))
}

function labels(headings: string[] | null, columns: number[]): string {
  return columns.map((n) => labelOf(headings, n)).join(', ')
}

function labelOf(headings: string[] | null, column: number): string {
  return headings?.[column] ? `“${headings[column]}”` : `column ${column + 1}`
}

export interface List {
  people: Person[]
  emailColumn: string
  nameColumns: string[]
  ignoredColumns: string[]
  /** Lines that have no address and no name, but something else. */
  skippedLines: number[]
}

export interface Person {
  /** Of the file, from 1. */
  line: number
  email: Email
  name: string | null
}

export interface Mistake {
  /** null for a mistake of the whole file. */
  line: number | null
  code: MistakeCode
  /** What is wrong: a cell, columns or the file's name. */
  text: string
}

export type MistakeCode =
  | 'workbook'
  | 'not_utf8'
  | 'no_people'
  | 'no_email_column'
  | 'no_heading'
  | 'two_email_columns'
  | 'two_name_columns'
  | 'quotation_marks'
  | 'extra_cell'
  | 'no_address'
  | 'two_addresses'
  | 'not_address'
  | 'repeated'
  | 'name_has_address'
  | 'name_too_long'

interface Row {
  line: number
  cells: string[]
}

interface Columns {
  /** null when the list begins with a person. */
  headings: string[] | null
  email: number
  names: number[]
}
