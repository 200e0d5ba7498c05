import { CsvError, parse } from 'csv-parse/browser/esm/sync'
import { unescapeFormulas } from './spreadsheet-formulas.ts'
import { type Mistake, listMistake, type Row } from './parsed-list.ts'
import { normalizeLine } from './person.ts'
import { parseAddress } from './parse-address.ts'

/**
 * The rows of a list with anything in them, their cells cleaned, by the separator that finds the most addresses, or else
 * columns; or a mistake.
 */
export function parseRows(text: string): Row[] | Mistake {
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
