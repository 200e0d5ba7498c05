import { CsvError, parse } from 'csv-parse/sync'
import type { List, Mistake, MistakeCode } from './list-text.ts'
import { cleanText, Email, FullName } from './person.ts'

/** People from a CSV file as spreadsheets write it, or every mistake in it. Each row and column is used or named. */
export function readList(file: { name: string; bytes: Uint8Array }): List | { mistakes: Mistake[] } {
  const refuse = (code: MistakeCode, text = file.name) => ({ mistakes: [{ line: null, code, text }] })
  // ZIP, as .xlsx and .ods, or the older .xls.
  if (/^(?:PK\x03\x04|\xd0\xcf\x11\xe0)/.test(String.fromCharCode(...file.bytes.subarray(0, 4))))
    return refuse('workbook')
  const text = decode(file.bytes)
  if (text === null) return refuse('not_utf8')
  const rows = parseRows(text)
  if ('code' in rows) return { mistakes: [rows] }
  const isHeaded = !rows[0]?.cells.some((cell) => readAddress(cell).email ?? /^\S*@\S*$/.test(cell))
  const columns = columnsOf(rows, isHeaded)
  const [email, ...more] = emailColumns(columns)
  if (!email) return refuse(rows.length === 0 ? 'no_people' : 'no_email_column')
  if (more.length > 0) return refuse('two_email_columns', labelsOf([email, ...more]).join(', '))
  const others = columns.filter((column) => column !== email)
  const names = isHeaded ? nameColumns(others) : [others]
  const ambiguous = names.find(({ length }) => length > 1)
  if (ambiguous) return refuse(isHeaded ? 'two_name_columns' : 'no_heading', labelsOf(ambiguous).join(', '))

  const width = isHeaded ? rows[0]?.cells.length : undefined
  const { mistakes, ...read } = readRows(rows.slice(isHeaded ? 1 : 0), email, names.flat(), width)
  if (mistakes.length > 0) return { mistakes }
  if (read.people.length === 0) return refuse('no_people')
  return {
    ...read,
    emailColumn: email.label,
    nameColumns: labelsOf(names.flat()),
    ignoredColumns: labelsOf(others.filter((column) => !names.flat().includes(column))),
  }
}

/** 'Kai <kai@example.com>' or an address alone; `email` is null when it isn't one. */
export function readAddress(cell: string): { email: Email | null; name: string } {
  const [, name = '', address = cell] = /^(.*)<(?:mailto:)?([^<>]*)>$/.exec(cleanText(cell)) ?? []
  return { email: Email.safeParse(address).data ?? null, name: cleanText(name.replaceAll('"', '')) }
}

/** By its byte order mark; null for anything but UTF-16 with one and UTF-8. */
function decode(bytes: Uint8Array): string | null {
  const mark = bytes.subarray(0, 2).join()
  const encoding = mark === '255,254' ? 'utf-16le' : mark === '254,255' ? 'utf-16be' : 'utf-8'
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    // UTF-16 without a byte order mark.
    return text.slice(0, 2).includes('\0') ? null : text.replace(/\r\n?/g, '\n')
  } catch {
    return null
  }
}

/** Rows with anything in them, cleaned. */
function parseRows(text: string): Row[] | Mistake {
  // Excel's own hint.
  const [hint, separator] = /^"?sep=(.)"?\n/i.exec(text) ?? []
  let line = hint ? 2 : 1
  const options = { from_line: line, relax_column_count: true, relax_quotes: true, trim: true }
  const fit = (delimiter: string) => {
    try {
      const [first = []] = parse(text, { ...options, delimiter, skip_empty_lines: true, to: 1 })
      const isSplit = first.some((cell) => /mail|@/i.test(cell) && !/[,;\t]/.test(cell))
      return first.length + (isSplit ? text.length : 0)
    } catch {
      return 0
    }
  }
  try {
    const rows: Row[] = []
    parse(text, {
      ...options,
      delimiter: separator ?? [',', ';', '\t'].sort((a, b) => fit(b) - fit(a)).slice(0, 1),
      on_record(cells: string[], { lines }) {
        rows.push({ line, cells: cells.map(cleanText) })
        line = lines + 1
        return null
      },
    })
    return rows.filter(({ cells }) => cells.some(Boolean))
  } catch (error) {
    if (error instanceof CsvError) return { line, code: 'quotation_marks', text: '' }
    throw error
  }
}

/** Those with anything in them. */
function columnsOf(rows: Row[], isHeaded: boolean): Column[] {
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length))
  return Array.from({ length: width }, (_, n) => {
    const heading = (isHeaded && rows[0]?.cells[n]) || ''
    const cells = rows.map((row) => row.cells[n] ?? '')
    const key = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
    const label = heading ? `“${heading}”` : `column ${n + 1}`
    return {
      n,
      key,
      label,
      isFilled: cells.some(Boolean),
      hasEmail: cells.some((cell) => readAddress(cell).email),
    }
  }).filter(({ isFilled }) => isFilled)
}

/** By heading and content, or else by one of them. */
function emailColumns(columns: Column[]): Column[] {
  const named = columns.filter(({ key }) => key.includes('mail'))
  const holding = columns.filter(({ hasEmail }) => hasEmail)
  const both = named.filter(({ hasEmail }) => hasEmail)
  return [both, holding, named].find(({ length }) => length > 0) ?? []
}

/** The whole name, or else the first and the last; more than one column of a kind when that is ambiguous. */
function nameColumns(columns: Column[]): Column[][] {
  const find = (pattern: RegExp) => columns.filter(({ key }) => pattern.test(key) && !OTHER_NAME.test(key))
  const parts = [find(FIRST_NAME), find(LAST_NAME)]
  const exact = find(/^(?:full ?)?name$/)
  const whole =
    exact.length > 0 ? exact : find(/\b(?:full)?name\b/).filter((each) => !parts.flat().includes(each))
  return whole.length > 0 ? [whole] : parts
}

const FIRST_NAME = /\b(?:first|given|fore|f) ?name\b|^first$/
const LAST_NAME = /\b(?:last|family|l) ?name\b|\bsurname\b|^last$/
const OTHER_NAME =
  /mail|\b(?:business|company|domain|event|file|maiden|middle|nick|organi[sz]ation|product|project|school|startup|team|university|user) ?name\b/

function readRows(rows: Row[], { n }: Column, names: Column[], width = Infinity) {
  const people = new Map<Email, List['people'][number]>()
  const mistakes: Mistake[] = []
  const skippedLines: number[] = []
  for (const { line, cells } of rows) {
    const cell = cells[n] ?? ''
    const { email, name: beside } = readAddress(cell)
    const name = cleanText(names.map((column) => cells[column.n] ?? '').join(' ')) || beside
    const refuse = (code: MistakeCode, text = cell) => void mistakes.push({ line, code, text })
    if (cells.slice(width).some(Boolean)) refuse('extra_cell')
    else if (!cell && !name) skippedLines.push(line)
    else if (!cell) refuse('no_address', name)
    else if (!email) refuse(/\S@[^@]*[\s,;/<]\S*@/.test(cell) ? 'two_addresses' : 'not_address')
    else if (people.has(email)) refuse('repeated', email)
    else if (/\S@\S/.test(name)) refuse('name_has_address', name)
    else if (!FullName.safeParse(name).success) refuse('name_too_long')
    else people.set(email, { line, email, name: name || null })
  }
  return { people: [...people.values()], mistakes, skippedLines }
}

function labelsOf(columns: Column[]): string[] {
  return columns.map(({ label }) => label)
}

interface Row {
  line: number
  cells: string[]
}

interface Column {
  n: number
  /** The heading in lower case, without punctuation. */
  key: string
  /** As messages name it. */
  label: string
  isFilled: boolean
  hasEmail: boolean
}
