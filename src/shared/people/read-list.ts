import { CsvError, parse } from 'csv-parse/browser/esm/sync'
import { emailColumns, isHeading, nameColumns, type Column } from './columns.ts'
import type { List, Mistake, MistakeCode } from './list-text.ts'
import { cleanText, Email, FullName } from './person.ts'

/** People from a CSV file as spreadsheets write it, or every mistake in it. Each row and column is used or named. */
export function readList(file: { name: string; bytes: Uint8Array }): List | { mistakes: Mistake[] } {
  const refuse = (code: MistakeCode, text = file.name, line: number | null = null) => ({
    mistakes: [{ line, code, text }],
  })
  // ZIP, as .xlsx and .ods, or the older .xls.
  if (/^(?:PK\x03\x04|\xd0\xcf\x11\xe0)/.test(String.fromCharCode(...file.bytes.subarray(0, 4))))
    return refuse('workbook')
  const { text, isGuessed } = decodeList(file.bytes)
  if (text === null) return refuse('not_utf8')
  const { rows, brokenLine } = parseRecipients(text) ?? parseRows(text)
  if (brokenLine !== null) return refuse('quotation_marks', '', brokenLine)
  const [first] = rows
  if (!first) return refuse('no_people')

  const people = rows.findIndex(({ cells }) =>
    cells.some((cell) => readAddress(cell).email ?? /^\S*@\S*$/.test(cell)),
  )
  const above = people === -1 ? rows : rows.slice(0, people)
  const known = (most: number) => above.find(({ cells }) => cells.filter(isHeading).length > most)
  // Titles may stand above it.
  const heading = known(1) ?? known(0) ?? above[0]
  const start = heading ? rows.indexOf(heading) : 0
  const columns = columnsOf(rows.slice(start), heading)
  const [email, ...more] = emailColumns(columns)
  if (!email) return refuse('no_email_column')
  if (more.length > 0 && !heading) return refuse('two_addresses', first.cells.join(', '), first.line)
  if (more.length > 0) return refuse('two_email_columns', labelsOf([email, ...more]))
  const others = columns.filter((column) => column !== email)
  const names = heading ? nameColumns(others) : [others]
  const ambiguous = names.find(({ length }) => length > 1)
  if (ambiguous) return refuse(heading ? 'two_name_columns' : 'no_heading', labelsOf(ambiguous))

  const name = [...new Set(names.flat())]
  const { mistakes, skippedLines, ...read } = readRows(
    rows.slice(start + (heading ? 1 : 0)),
    email,
    name,
    heading,
  )
  if (mistakes.length > 0) return { mistakes }
  if (read.people.length === 0) return refuse('no_people')
  const ignored = others.filter((column) => !name.includes(column))
  if (ignored.length > 0 && name.length === 0 && !read.people.some((each) => each.name))
    return refuse('no_name_column', labelsOf(ignored))
  return {
    ...read,
    isGuessed,
    emailColumn: email.label,
    nameColumns: name.map(({ label }) => label),
    ignoredColumns: ignored.map(({ label }) => label),
    skippedLines: [...rows.slice(0, start).map(({ line }) => line), ...skippedLines],
  }
}

/** An address alone, 'Kai <kai@example.com>', 'Kai (kai@example.com)' or 'mailto:…'; `email` is null when it isn't one. */
export function readAddress(cell: string): { email: Email | null; name: string } {
  const text = cleanText(cell)
    .replace(AROUND, '')
    .replace(/^["'“‘„«](.*)["'”’“»]$/, '$1')
  const [, beside = '', address = text] = /^([^<(]*)[<(]([^<>()]*)[>)]$/.exec(text) ?? []
  const email = Email.safeParse(address.replace(/^mailto:([^?]*).*/i, '$1')).data ?? null
  const name = cleanText(beside.replace(/["“”[\]]/g, ''))
  return { email, name: name.toLowerCase() === email ? '' : name }
}

/** The marks of a list's entries, and punctuation behind an address. */
const AROUND = /^(?:[-*•–·]|\d+[.)]) |[,;.]+$/g

/** UTF-16 with a byte order mark, UTF-8, or else Windows-1252, as Excel's “CSV” is; null for what can't be any of them. */
export function decodeList(bytes: Uint8Array): { text: string | null; isGuessed: boolean } {
  const mark = bytes.subarray(0, 2).join()
  const marked = { '255,254': 'utf-16le', '254,255': 'utf-16be' }[mark]
  const encoding = marked ?? (isUtf8(bytes) ? 'utf-8' : 'windows-1252')
  const text = new TextDecoder(encoding).decode(bytes).replace(/\r\n?/g, '\n')
  const isGuessed = encoding === 'windows-1252'
  // UTF-16 without a byte order mark has zeros.
  const isOther = isGuessed ? NOT_WESTERN.test(text) : text.slice(0, 2).includes('\0')
  return { text: isOther ? null : text, isGuessed }
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** Control characters, and what other encodings make of a letter: “RenŽ” from an older Mac. */
const NOT_WESTERN = /[\0\x80-\x9f]|\p{L}[‚„“†‡ˆ‰‹•™›¡-¶¸-¿]\p{L}|\p{Ll}[ŠŽŒŸ]/u

/** People as mail programs write them: 'Kai <kai@example.com>; "Ito, Noe" <noe@example.com>'. null for a table. */
function parseRecipients(text: string) {
  const lines = text.trimEnd().split('\n')
  const rows = lines.flatMap((line, n) =>
    (line.match(/(?:"[^"]*"|[^;,|\t"])+/g) ?? [])
      .map((cell) => ({ line: n + 1, cells: [cleanText(cell)] }))
      .filter(({ cells: [cell] }) => cell),
  )
  const isOneList = lines.slice(0, -1).every((line) => /[;,]\s*$/.test(line))
  // Two addresses in a line may be one person's.
  const isOneEach = new Set(rows.map(({ line }) => line)).size === rows.length
  const isPeople = rows.length > 0 && rows.every(({ cells: [cell = ''] }) => readAddress(cell).email)
  return isPeople && (isOneList || isOneEach) ? { rows, brokenLine: null } : null
}

/** Rows with anything in them, cleaned, by the separator that finds the most addresses, or else columns. */
function parseRows(text: string) {
  // Excel's own hint.
  const [hint, separator] = /^"?sep=(.)"?\n/i.exec(text) ?? []
  const separators = separator === undefined ? [',', ';', '\t', '|'] : [separator]
  const [best] = separators
    .map((delimiter) => parseWith({ delimiter, from_line: hint ? 2 : 1 }, text))
    .sort((a, b) => b.addresses - a.addresses || b.width - a.width)
  if (!best) throw new Error('There is always a separator.')
  return best
}

function parseWith(options: { delimiter: string; from_line: number }, text: string) {
  const rows: Row[] = []
  let line = options.from_line
  let brokenLine: number | null = null
  try {
    parse(text, {
      ...options,
      relax_column_count: true,
      relax_quotes: true,
      trim: true,
      on_record(cells: string[], { lines }) {
        rows.push({ line, cells: cells.map(cleanText) })
        line = lines + 1
        return null
      },
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    brokenLine = line
  }
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length))
  const addresses = rows.flatMap(({ cells }) => cells).filter((cell) => readAddress(cell).email).length
  return { rows: rows.filter((row) => row.cells.some(Boolean)), brokenLine, width, addresses }
}

/** Those with anything in them. */
function columnsOf(rows: Row[], heading?: Row): Column[] {
  const width = Math.max(...rows.map(({ cells }) => cells.length))
  return Array.from({ length: width }, (_, n) => {
    const cells = rows.filter((row) => row !== heading).map((row) => row.cells[n] ?? '')
    const title = heading?.cells[n] ?? ''
    const hasEmail = cells.some((cell) => readAddress(cell).email)
    return { n, title, label: title ? `“${title}”` : `column ${n + 1}`, cells, hasEmail }
  }).filter(({ title, cells }) => title || cells.some(Boolean))
}

function readRows(rows: Row[], { n }: Column, names: Column[], heading?: Row) {
  const people = new Map<Email, List['people'][number]>()
  const mistakes: Mistake[] = []
  const skippedLines: number[] = []
  for (const { line, cells } of rows) {
    const cell = cells[n] ?? ''
    const { email, name: beside } = readAddress(cell)
    const name = cleanText(names.map((column) => cells[column.n] ?? '').join(' ')) || beside
    const refuse = (code: MistakeCode, text = cell) => void mistakes.push({ line, code, text })
    const extra = heading ? cells.slice(heading.cells.length).filter(Boolean) : []
    if (extra.some((each) => each !== cell && readAddress(each).email))
      refuse('two_addresses', cells.join(', '))
    else if (extra.length > 0) refuse('extra_cell')
    else if (!cell && !name) skippedLines.push(line)
    else if (!cell) refuse('no_address', name)
    else if (!email) refuse(/\S@[^@]*[\s,;/<]\S*@/.test(cell) ? 'two_addresses' : 'not_address')
    else if (people.has(email)) refuse('repeated', email)
    else if (/\S@\S/.test(name)) refuse('name_has_address', name)
    else if (/[?\ufffd]/.test(name)) refuse('lost_letter', name)
    else if (!FullName.safeParse(name).success) refuse('name_too_long')
    else people.set(email, { line, email, name: name || null })
  }
  return { people: [...people.values()], mistakes, skippedLines }
}

function labelsOf(columns: Column[]): string {
  return columns.map(({ label }) => label).join(', ')
}

interface Row {
  line: number
  cells: string[]
}
