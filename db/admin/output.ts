import { stringify } from 'csv-stringify/sync'
import { formatTable } from '../../tools/table.ts'
import type { Cell, Question, Row } from './verbs/verb.ts'

/** One answer becomes an array of rows; several become an object keyed by title. */
export function toJson(answers: Answer[]): string {
  const named = Object.fromEntries(answers.map(({ title, rows }) => [title.toLowerCase(), rows]))
  return JSON.stringify(answers.length === 1 ? answers[0]?.rows : named, null, 2)
}

/** The byte order mark tells a spreadsheet that this is UTF-8; formulas are escaped with an apostrophe. */
export function toCsv({ rows, columns }: Answer): string {
  const { heading, cells } = tableOf(rows, columns)
  return stringify([heading, ...cells], { bom: true, escape_formulas: true }).trimEnd()
}

export function toText(answers: Answer[], width: number): string {
  return answers
    .map((answer, n) => (n === 0 ? '' : `${answer.title}\n`) + sectionOf(answer, width))
    .join('\n\n')
}

function sectionOf({ rows, columns, empty, isExpanded }: Answer, width: number): string {
  if (rows.length === 0) return empty ?? ''
  const { heading, cells } = tableOf(rows, columns)
  const [first = '', ...others] = heading
  if (!isExpanded) return formatTable(heading, cells, width)
  const [[of = '', ...values] = []] = cells
  return formatTable(
    [first, of],
    others.map((what, n) => [what, values[n] || '-']),
    width,
  )
}

/** Omits columns that no row has. */
function tableOf(rows: Row[], columns: Question['columns']) {
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

export interface Answer extends Question {
  title: string
  rows: Row[]
}
