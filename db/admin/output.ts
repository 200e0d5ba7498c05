import { stringify } from 'csv-stringify/sync'
import { spreadsheet } from '../../src/shared/csv.ts'
import { formatTable } from '../../tools/table.ts'
import type { Cell, CommandQuery, ResultRow } from './commands/command.ts'

/** One table becomes an array of rows; several become an object keyed by title. */
export function formatJson(tables: ResultTable[]): string {
  const named = Object.fromEntries(tables.map(({ title, rows }) => [title.toLowerCase(), rows]))
  return JSON.stringify(tables.length === 1 ? tables[0]?.rows : named, null, 2)
}

/** For a spreadsheet. */
export function formatCsv({ rows, columns }: ResultTable): string {
  const { heading, cells } = tableOf(rows, columns)
  return stringify([heading, ...cells], spreadsheet).trimEnd()
}

export function formatText(tables: ResultTable[]): string {
  return tables.map((table, n) => (n === 0 ? '' : `${table.title}\n`) + sectionOf(table)).join('\n\n')
}

function sectionOf({ rows, columns, empty, isExpanded }: ResultTable): string {
  if (rows.length === 0) return empty ?? ''
  const { heading, cells } = tableOf(rows, columns)
  const [first = '', ...others] = heading
  if (!isExpanded) return formatTable(heading, cells)
  const [[of = '', ...values] = []] = cells
  return formatTable(
    [first, of],
    others.map((what, n) => [what, values[n] || '-']),
  )
}

/** Omits columns that no row has. */
function tableOf(rows: ResultRow[], columns: CommandQuery['columns']) {
  const present = Object.entries(columns).filter(
    ([, field]) => rows.length === 0 || rows.some((row) => field in row),
  )
  return {
    heading: present.map(([heading]) => heading),
    cells: rows.map((row) => present.map(([, field]) => toCell(row[field]))),
  }
}

/** '2026-01-31 08:05 UTC', 'yes' or 'no'; '' for null. */
function toCell(value: Cell | undefined): string {
  if (value instanceof Date) return `${value.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return String(value ?? '')
}

export interface ResultTable extends CommandQuery {
  title: string
  rows: ResultRow[]
}
