import type { Cell, ResultTable } from './commands/command.ts'
import { getBorderCharacters, table } from 'table'

export function formatJson(tables: ResultTable[]): string {
  const named = Object.fromEntries(tables.map(({ title, rows }) => [title.toLowerCase(), rows]))
  return JSON.stringify(tables.length === 1 ? tables[0]?.rows : named, null, 2)
}

export function formatText(tables: ResultTable[]): string {
  return tables.map((table, n) => (n === 0 ? '' : `${table.title}\n`) + sectionOf(table)).join('\n\n')
}

function sectionOf(table: ResultTable): string {
  if (table.rows.length === 0) return table.empty ?? ''
  const heading = table.fields.map((field) => field.replaceAll('_', ' '))
  const cells = table.rows.map((row) => table.fields.map((field) => toCell(row[field])))
  if (!table.isExpanded) return formatTable(heading, cells)
  const [first = '', ...others] = heading
  const [[of = '', ...values] = []] = cells
  return formatTable(
    [first, of],
    others.map((what, n) => [what, values[n] || '-']),
  )
}

/** '2026-01-31 08:05 UTC', 'yes' or 'no'; '' for null. */
function toCell(value: Cell | undefined): string {
  if (value instanceof Date) return `${value.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return String(value ?? '')
}

/** Formats an aligned table. Replaces control characters, so that cells can't send escape sequences to the terminal. */
export function formatTable(heading: string[], rows: string[][]): string {
  const cells = [heading, ...rows].map((row) => row.map(withoutControls))
  const text = table(cells, {
    border: getBorderCharacters('void'),
    columnDefault: { paddingLeft: 0, paddingRight: 2 },
    drawHorizontalLine: () => false,
  })
  return text.replace(/ +$/gm, '').trimEnd()
}

function withoutControls(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, '�')
}
