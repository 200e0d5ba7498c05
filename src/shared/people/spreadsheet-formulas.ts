/** What a spreadsheet would run as a formula. It may split a cell at a semicolon or a tab as well, inside quotation marks too. */
const FORMULA = /(^|[;\t])(?=['\s"]*[=+\-@＝＋－＠])/g
const ESCAPED_FORMULA = /(^|[;\t])'(?=['\s"]*[=+\-@＝＋－＠])/g

export function escapeFormulas(text: string): string {
  return text.replace(FORMULA, "$1'")
}

export function unescapeFormulas(cell: string): string {
  return cell.replace(ESCAPED_FORMULA, '$1')
}
