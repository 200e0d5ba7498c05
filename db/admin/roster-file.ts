import { parse, CsvError } from 'csv-parse/sync'
import { Email } from '../../src/shared/forms.ts'

const MAX_LINE_BYTES = 10_000
const MAX_NAME_CHARACTERS = 200
const QUOTED_CHARACTERS = 60

/** As the table's own check has it: one plain address, nothing a spreadsheet takes for a formula. */
const MAIL_ADDRESS =
  /^(?=.{1,254}$)[^\s@,;:<>()"\\=+-][^\s@,;:<>()"\\]*@[^\s@,;:<>()"\\]+\.[^\s@,;:<>()"\\.]{2,}$/u
const FORMULA = /^[=+@-]/
/** Marks of direction, joiners and spaces without width, which come along when an address is copied. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu
const OUTER_SPACE = /^[ \t\u00a0]+|[ \t\u00a0]+$/g
const BLANK_LINE = /^[ \t,;"]*$/

const EMAIL_HEADINGS = ['email', 'emailaddress', 'mail', 'mailaddress']
const NAME_HEADINGS = ['name', 'fullname', 'founder', 'displayname']
const FIRST_NAME_HEADINGS = ['firstname', 'givenname']
const LAST_NAME_HEADINGS = ['lastname', 'surname', 'familyname']

/**
 * The people in a CSV file that somebody made with a spreadsheet, one a line, each with what is wrong with that line
 * (null: nothing). Every line is read by itself, so that a broken one spoils no other. The heading is optional; its names
 * may vary; the separator is a comma, a semicolon or a tab.
 */
export function readRoster(file: Buffer): RosterLine[] {
  if (file.includes(0)) return [refused(1, 'this file is not UTF-8 text: save it as "CSV UTF-8"')]
  const people: RosterLine[] = []
  let delimiter: string | undefined
  let columns: Columns | undefined
  // As Latin-1 every byte is one character, so that lines in any encoding can be told apart.
  for (const [index, raw] of file
    .toString('latin1')
    .split(/\r\n|\n|\r/)
    .entries()) {
    const line = index + 1
    if (raw.length > MAX_LINE_BYTES) {
      people.push(refused(line, `the line is too long: ${String(raw.length)} bytes`))
      continue
    }
    const text = readUtf8(raw)
    if (text === null) {
      people.push(refused(line, 'the line is not UTF-8: save the file as "CSV UTF-8"'))
      continue
    }
    if (BLANK_LINE.test(text)) continue
    delimiter ??= delimiterOf(text)
    const fields = splitLine(text, delimiter)
    if (!fields) {
      people.push(refused(line, 'a quotation mark is not closed on its line'))
      continue
    }
    if (!columns) {
      columns = readHeading(fields)
      if (columns) continue
      columns = guessColumns(fields)
    }
    people.push(readPerson(line, fields, columns))
  }
  return people
}

function refused(line: number, problem: string): RosterLine {
  return { line, email: null, name: null, problem }
}

/** The text, without a mark of UTF-8 at its beginning; null when these bytes are not UTF-8. */
function readUtf8(raw: string): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(raw, 'latin1'))
  } catch {
    return null
  }
}

function delimiterOf(text: string): string {
  if (text.includes('\t')) return '\t'
  return /^[^,]*;/.test(text) ? ';' : ','
}

/** null when a quotation mark is not closed. */
function splitLine(text: string, delimiter: string): string[] | null {
  try {
    const [fields = []] = parse(text, { delimiter, relax_quotes: true })
    return fields.map((field) => field.replace(OUTER_SPACE, ''))
  } catch (error) {
    if (error instanceof CsvError) return null
    throw error
  }
}

/** Which columns there are, if this line is a heading. */
function readHeading(fields: string[]): Columns | undefined {
  const headings = fields.map((field) => field.toLowerCase().replace(/[^a-z]/g, ''))
  const find = (names: string[]) => names.map((name) => headings.indexOf(name)).find((at) => at >= 0)
  const email = find(EMAIL_HEADINGS)
  if (email === undefined || fields.some((field) => field.includes('@'))) return undefined
  return {
    email,
    name: find(NAME_HEADINGS),
    firstName: find(FIRST_NAME_HEADINGS),
    lastName: find(LAST_NAME_HEADINGS),
  }
}

/** Without a heading: the column that holds an address, and the first other one. */
function guessColumns(fields: string[]): Columns {
  const email = Math.max(
    fields.findIndex((field) => field.includes('@')),
    0,
  )
  return { email, name: email === 0 ? 1 : 0 }
}

function readPerson(line: number, fields: string[], columns: Columns): RosterLine {
  const field = (at: number | undefined) => (at === undefined ? '' : (fields[at] ?? ''))
  const email = field(columns.email).normalize('NFKC').replace(INVISIBLE, '').trim().toLowerCase()
  const names = [field(columns.firstName), field(columns.lastName)].filter(Boolean).join(' ')
  const name = field(columns.name) || names || null
  return { line, email, name, problem: problemOfEmail(email) ?? problemOfName(name) }
}

function problemOfEmail(email: string): string | null {
  if (email === '') return 'there is no e-mail address'
  const shown = `"${beginning(email)}"`
  if (FORMULA.test(email)) return `${shown} is a formula, not an e-mail address`
  if (!MAIL_ADDRESS.test(email)) return `${shown} is not an e-mail address`
  if (Email.safeParse(email).success) return null
  return `nobody can sign up with ${shown}: only letters without accents, digits and . _ + - ' may be in it`
}

function problemOfName(name: string | null): string | null {
  if (name === null) return null
  if (FORMULA.test(name)) return `"${beginning(name)}" is a formula, not a name`
  const { length } = Array.from(name)
  return length > MAX_NAME_CHARACTERS ? `the name is too long: ${String(length)} characters` : null
}

function beginning(text: string): string {
  return Array.from(text).slice(0, QUOTED_CHARACTERS).join('')
}

/** Which field holds what. */
interface Columns {
  email: number
  name?: number | undefined
  firstName?: number | undefined
  lastName?: number | undefined
}

export interface RosterLine {
  /** Counted from 1. */
  line: number
  /** In the form of users.email; null when the line could not be read. */
  email: string | null
  name: string | null
  problem: string | null
}
