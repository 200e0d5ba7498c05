import measure from 'fast-string-truncated-width'

const GAP = '  '
const ELLIPSIS = '…'
const NARROWEST_COLUMN = 8

/**
 * Formats an aligned table with a heading, in lines of at most `columns` columns: the widest columns are truncated first.
 * Replaces control characters, so that cells can't send escape sequences to the terminal.
 */
export function formatTable(heading: string[], rows: string[][], columns: number): string {
  const cells = [heading, ...rows].map((row) => row.map(withoutControls))
  const natural = heading.map((_, column) =>
    Math.max(...cells.map((row) => measure(row[column] ?? '').width)),
  )
  const widths = shrink(natural, columns - GAP.length * (heading.length - 1))
  return cells.map((row) => formatRow(row, widths)).join('\n')
}

function formatRow(row: string[], widths: number[]): string {
  return row
    .map((cell, column) => fit(cell, widths[column] ?? 0))
    .join(GAP)
    .trimEnd()
}

function shrink(widths: number[], available: number): number[] {
  const total = widths.reduce((sum, each) => sum + each, 0)
  const widest = Math.max(...widths)
  if (total <= available || widest <= NARROWEST_COLUMN) return widths
  const column = widths.indexOf(widest)
  return shrink(widths.with(column, widest - 1), available)
}

function fit(cell: string, columns: number): string {
  const { index, ellipsed } = measure(cell, { limit: columns, ellipsis: ELLIPSIS })
  const kept = cell.slice(0, index) + (ellipsed ? ELLIPSIS : '')
  return kept + ' '.repeat(columns - measure(kept).width)
}

/** Control and text-direction characters. */
function withoutControls(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, '�')
}
