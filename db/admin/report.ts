import type { Report, Table, Transaction } from './verb.ts'

/** One statement in its transaction; its rows become the report. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- names what the statement answers
export function ask<Row extends object>(
  sql: string,
  values: unknown[],
  report: (rows: Row[]) => Report,
): Transaction {
  return {
    in: 'transaction',
    work: async (client) => report((await client.query<Row>(sql, values)).rows),
  }
}

/** A table with a line for each row. Under a heading stands a field of the row, or what is made of the row. */
export function tableOf<Row>(
  rows: readonly Row[],
  columns: Readonly<Record<string, FieldOf<Row> | ((row: Row) => Cell)>>,
  words: Pick<Table, 'title' | 'whenEmpty'> = {},
): Table {
  const cellsOf = Object.values(columns)
  return {
    ...words,
    columns: Object.keys(columns),
    rows: rows.map((row) =>
      cellsOf.map((cell) => toText(typeof cell === 'function' ? cell(row) : (row[cell] as Cell))),
    ),
  }
}

/** 2026-01-31 08:05 UTC, yes or no; nothing for null. */
export function toText(cell: Cell): string {
  if (cell instanceof Date) return `${cell.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no'
  return cell === null ? '' : String(cell)
}

/** `1 member`, `2 members`. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`
}

type Cell = string | number | boolean | Date | null

type FieldOf<Row> = { [Field in keyof Row]: Row[Field] extends Cell ? Field : never }[keyof Row]
