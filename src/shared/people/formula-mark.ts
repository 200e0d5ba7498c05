/** What a spreadsheet would run as a formula. It may split a cell at a semicolon or a tab as well, inside quotation marks too. */
const FORMULA = /(^|[;\t])(?=['\s"]*[=+\-@＝＋－＠])/g
const MARKED = /(^|[;\t])'(?=['\s"]*[=+\-@＝＋－＠])/g

/** Puts an apostrophe before what a spreadsheet would run as a formula. `removeFormulaMark` is the reverse. */
export function markFormula(text: string): string {
  return text.replace(FORMULA, "$1'")
}

export function removeFormulaMark(cell: string): string {
  return cell.replace(MARKED, '$1')
}
