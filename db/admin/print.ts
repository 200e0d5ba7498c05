import { stringify } from 'csv-stringify/sync'
import { formatTable } from '../../tools/table.ts'
import type { Format, Report, Table } from './verb.ts'

/** The outcome in the format that was asked for, without a line break at its end. */
export function print(report: Report, format: Format, columns: number): string {
  if (format === 'json') return JSON.stringify(report.json, null, 2)
  if (format === 'csv') return toCsv(report.tables[0])
  return [...report.tables.map((table) => toText(table, columns)), ...(report.notes ?? [])].join('\n\n')
}

/** A cell that a spreadsheet would take for a formula gets an apostrophe in front; the mark at the start tells it UTF-8. */
function toCsv({ columns, rows }: Table): string {
  return stringify([columns, ...rows], { bom: true, escape_formulas: true }).trimEnd()
}

function toText({ title, columns: heading, rows, whenEmpty }: Table, columns: number): string {
  const body = rows.length === 0 && whenEmpty ? whenEmpty : formatTable(heading, rows, columns)
  return title ? `${title}\n${body}` : body
}
