import { CsvError, parse } from 'csv-parse/browser/esm/sync'
import { editDistance } from '../edit-distance.ts'
import { Company, Role } from './directory.ts'
import { describeUnknownGroup, type Group, parseGroups } from './groups.ts'
import {
  type Column,
  joinLabels,
  type ParsedList,
  type Mistake,
  type MistakeCode,
  listMistake,
  type Row,
} from './describe-list.ts'
import { normalizeLine, FullName, type Email } from './person.ts'
import { parseAddress } from './parse-address.ts'
import { type DetectedColumns, detectColumns } from './detect-columns.ts'
import { unescapeFormulas } from './spreadsheet-formulas.ts'
import { suggestAddress } from './suggest-address.ts'

/**
 * People from CSV text as spreadsheets write it, or from such rows, and every mistake in it. Each row and column is used or
 * named.
 *
 * @param groups those of the content; without any, no column has groups.
 * @param roles those of the content, of which a near miss is a mistake.
 */
export function parseList(
  input: string | Row[],
  groups: readonly Group[] = [],
  roles: readonly string[] = [],
): ParsedList | Mistake {
  const rows = typeof input === 'string' ? parseRows(input) : input
  if ('code' in rows) return rows
  const [first, ...more] = rows
  if (!first) return listMistake('no_people')
  const columns = detectColumns([first, ...more], groups.length > 0)
  if ('code' in columns) return columns
  const list = { rows, ...columns, ...parsePeople(columns, groups, roles) }
  const { people, mistakes, names, ignored } = list
  if (people.length + mistakes.length === 0) return listMistake('no_people')
  if (ignored.length > 0 && names.length === 0 && people.length > 0 && !people.some((each) => each.name))
    return listMistake('no_name_column', joinLabels(ignored))
  return list
}

/**
 * The rows of a list with anything in them, their cells cleaned, by the separator that finds the most addresses, or else
 * columns; or a mistake.
 */
function parseRows(text: string): Row[] | Mistake {
  const [best] = [',', ';', '\t']
    .map((delimiter) => parseWithDelimiter(delimiter, text))
    .sort((a, b) => b.addresses - a.addresses || b.width - a.width)
  if (!best) throw new Error('There is always a separator.')
  return best.brokenLine === null ? best.rows : listMistake('quotation_marks', '', best.brokenLine)
}

function parseWithDelimiter(delimiter: string, text: string) {
  const rows: Row[] = []
  let line = 1
  let brokenLine: number | null = null
  try {
    parse(text, {
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      trim: true,
      on_record(cells: string[], { lines }) {
        rows.push({ line, cells: cells.map((cell) => unescapeFormulas(normalizeLine(cell))) })
        line = lines + 1
        return null
      },
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    brokenLine = line
  }
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length))
  const addresses = rows.flatMap(({ cells }) => cells).filter((cell) => parseAddress(cell).email).length
  return { rows: rows.filter((row) => row.cells.some(Boolean)), brokenLine, width, addresses }
}

function parsePeople(columns: DetectedColumns, known: readonly Group[], roles: readonly string[]) {
  const { dataRows, ignored, headingRow } = columns
  const headingCount = headingRow?.cells.length ?? Infinity
  const people: ParsedList['people'] = []
  const emails = new Set<Email>()
  const mistakes: Mistake[] = []
  const skippedLines: number[] = []
  for (const row of dataRows) {
    const { line, cells, confirmed = [] } = row
    const cell = cells[columns.email.index] ?? ''
    const { email, name: displayName } = parseAddress(cell)
    const ownName = normalizeLine(columns.names.map((column) => cells[column.index] ?? '').join(' '))
    const name = ownName || displayName
    const lineOf = (column: Column | undefined) =>
      normalizeLine((column && cells[column.index]) ?? '') || null
    const [company, typedRole] = [lineOf(columns.company), lineOf(columns.role)]
    const role = roles.find((each) => each.toLowerCase() === typedRole?.toLowerCase()) ?? typedRole
    const { names: groups, unknown } = parseGroups(
      lineOf(columns.groups) ?? '',
      known,
      columns.groups?.heading,
    )
    const refuse = (code: MistakeCode, text = cell, wrong: Column[] = [columns.email]) =>
      void mistakes.push({ line, code, text, columns: wrong, row })
    const nameColumns = ownName ? columns.names : [columns.email]
    const extra = ignored.filter((column) => column.index >= headingCount && cells[column.index])
    if (email && emails.has(email)) refuse('repeated', email)
    else if (
      email &&
      extra.some((column) => cells[column.index] !== cell && parseAddress(cells[column.index] ?? '').email)
    )
      refuse('two_addresses', cells.join(', '), extra)
    else if (extra.length > 0) refuse('extra_cell', cell, extra)
    else if (!cell && !name) skippedLines.push(line)
    else if (!cell) refuse('no_address', name)
    else if (!email) refuse(/\S@[^@]*[\s,;/<]\S*@/.test(cell) ? 'two_addresses' : 'not_address')
    else if (!confirmed.includes(cell) && suggestAddress(email)) refuse('near_host', suggestAddress(email))
    else if (/\S@\S/.test(name)) refuse('name_has_address', name, nameColumns)
    else if (/[?\ufffd]/.test(name) || MOJIBAKE.test(name)) refuse('lost_letter', name, nameColumns)
    else if (!FullName.safeParse(name).success) refuse('name_too_long', name, nameColumns)
    else if (columns.company && !Company.safeParse(company).success)
      refuse('company_too_long', cell, [columns.company])
    else if (columns.role && !Role.safeParse(role).success) refuse('role_too_long', cell, [columns.role])
    else if (columns.role && role && !confirmed.includes(role) && suggestRole(role, roles))
      refuse('near_role', suggestRole(role, roles), [columns.role])
    else if (columns.groups && unknown[0])
      refuse('unknown_group', describeUnknownGroup(unknown[0], known), [columns.groups])
    else people.push({ line, email, name: name || null, company, role, groups })
    if (email) emails.add(email)
  }
  return { people, mistakes, skippedLines }
}

/** 'Founder' for 'Fouder'. */
function suggestRole(typed: string, roles: readonly string[]): string | undefined {
  return roles.includes(typed) ? undefined : roles.find((role) => editDistance(typed, role) <= 1)
}

/** UTF-8 that a spreadsheet has read as Windows-1252 and saved again: 'RenÃ©' for 'René', 'Å‚ukasz' for 'łukasz'. */
const MOJIBAKE = /[ÂÃÄÅÊ][\u0080-\u00a9\u00ab-\u00b9\u00bb-\u00bf€‚ƒ„…†‡ˆ‰‹•˜™›]|â€/
