import { CsvError, parse } from 'csv-parse/browser/esm/sync'
import { refuse, type Refused } from './list-text.ts'
import { oneLine } from './person.ts'
import { readAddress } from './read-address.ts'

/** The rows of a list with anything in them, their cells cleaned; or a mistake. */
export function readRows(text: string): Row[] | Refused {
  return readRecipients(text) ?? readTable(text)
}

/** People as mail programs write them: 'Kai <kai@example.com>; "Ito, Noe" <noe@example.com>'. null for a table. */
function readRecipients(text: string): Row[] | null {
  const lines = text.trimEnd().split('\n')
  const rows = lines.flatMap((line, n) =>
    (line.match(/(?:"[^"]*"|[^;,|\t"])+/g) ?? [])
      .map((cell) => ({ line: n + 1, cells: [oneLine(cell)] }))
      .filter(({ cells: [cell] }) => cell),
  )
  const isOneList = lines.slice(0, -1).every((line) => /[;,]\s*$/.test(line))
  // Two addresses in a line may be one person's.
  const isOneEach = new Set(rows.map(({ line }) => line)).size === rows.length
  const isPeople = rows.length > 0 && rows.every(({ cells: [cell = ''] }) => readAddress(cell).email)
  return isPeople && (isOneList || isOneEach) ? rows : null
}

function readTable(text: string): Row[] | Refused {
  const rows: Row[] = []
  let line = 1
  try {
    parse(text, {
      delimiter: separatorOf(text),
      relax_column_count: true,
      relax_quotes: true,
      trim: true,
      on_record(cells: string[], { lines }) {
        rows.push({ line, cells: cells.map(oneLine) })
        line = lines + 1
        return null
      },
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return refuse('quotation_marks', '', line)
  }
  return rows.filter(({ cells }) => cells.some(Boolean))
}

/** The separator that the first line has most of. */
function separatorOf(text: string): string {
  const [first = ''] = text.trimStart().split('\n')
  const countOf = (separator: string) => first.split(separator).length
  return [',', ';', '\t', '|'].reduce((best, other) => (countOf(other) > countOf(best) ? other : best))
}

export interface Row {
  /** Of the list, from 1. */
  line: number
  cells: string[]
}
