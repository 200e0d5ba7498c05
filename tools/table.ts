const GAP = '  '
const ELLIPSIS = '…'
const NARROWEST_COLUMN = 8

/** Characters two columns wide in terminals: CJK, kana, hangul, full-width forms and emoji. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|[\u{20000}-\u{3fffd}]/u

/** Fast path: one column per character. */
const PLAIN = /^[\x20-\x7e]*$/

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/**
 * Formats an aligned table with a heading, in lines of at most `columns` columns: the widest columns are truncated first.
 * Replaces control characters, so that cells can't send escape sequences to the terminal.
 */
export function formatTable(heading: string[], rows: string[][], columns: number): string {
  const cells = [heading, ...rows].map((row) => row.map(withoutControls))
  const natural = heading.map((_, column) => Math.max(...cells.map((row) => width(row[column] ?? ''))))
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
  if (width(cell) <= columns) return cell + ' '.repeat(columns - width(cell))
  let kept = ''
  for (const { segment } of graphemes.segment(cell)) {
    if (width(kept + segment) > columns - 1) break
    kept += segment
  }
  return fit(kept + ELLIPSIS, columns)
}

function width(text: string): number {
  if (PLAIN.test(text)) return text.length
  let columns = 0
  for (const { segment } of graphemes.segment(text)) columns += WIDE.test(segment) ? 2 : 1
  return columns
}

/** Control and text-direction characters. */
function withoutControls(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, '�')
}
