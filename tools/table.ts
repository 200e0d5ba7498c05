import { getBorderCharacters, table } from 'table'

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
