import type { CSSProperties } from 'react'

/** The tokens of src/styles/theme.css in the notation that every email program reads. */
const day = {
  paper: '#fcfaf6',
  surface: '#ffffff',
  line: '#e0ded8',
  ink: '#19232a',
  soft: '#515d65',
  lagoon: '#006c77',
  onLagoon: '#fdfcf7',
  hibiscus: '#e95145',
} as const

const evening = {
  paper: '#0d1418',
  surface: '#151d22',
  line: '#2b343a',
  ink: '#edebe5',
  soft: '#a4acb1',
  lagoon: '#56c4ca',
  onLagoon: '#03171d',
  hibiscus: '#f87966',
} as const satisfies Record<keyof typeof day, string>

const sans = "'Public Sans', -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"
const serif = "Piazzolla, 'Iowan Old Style', Charter, Georgia, serif"

const display = { fontFamily: serif, fontWeight: 600, letterSpacing: '-0.015em' }
const body = { color: day.ink, fontSize: 16, lineHeight: '25px' }
const note = { color: day.soft, fontSize: 14, lineHeight: '21px' }
const underlined = { color: day.lagoon, textDecoration: 'underline' }

/** Inline, because several email programs drop style sheets. They only lose the dark theme below. */
export const styles = {
  paper: { margin: 0, padding: 0, backgroundColor: day.paper, fontFamily: sans },
  column: { width: '100%', maxWidth: 560, padding: '32px 16px 40px' },
  masthead: { padding: '0 8px 16px' },
  brand: { ...display, margin: 0, color: day.lagoon, fontSize: 22, lineHeight: '28px' },
  dot: { color: day.hibiscus, fontSize: 12, verticalAlign: 2 },
  card: {
    backgroundColor: day.surface,
    border: `1px solid ${day.line}`,
    borderRadius: 16,
    padding: '32px 28px 16px',
  },
  title: { ...display, margin: '0 0 20px', color: day.ink, fontSize: 28, lineHeight: '32px' },
  paragraph: { ...body, margin: '0 0 16px' },
  subtitle: { ...body, margin: '24px 0 8px', fontWeight: 600 },
  row: { ...body, margin: '0 0 14px', lineHeight: '23px' },
  rowTitle: { ...underlined, color: day.ink, fontWeight: 500 },
  rowAction: { ...underlined, fontSize: 14, marginRight: 12 },
  action: { padding: '8px 0 24px' },
  button: {
    backgroundColor: day.lagoon,
    color: day.onLagoon,
    borderRadius: 10,
    padding: '14px 22px',
    fontSize: 16,
    lineHeight: '20px',
    fontWeight: 600,
  },
  small: { ...note, margin: '0 0 24px', overflowWrap: 'anywhere' },
  soft: { color: day.soft, fontSize: 14 },
  rule: { margin: '8px 0 16px', borderColor: day.line },
  command: { fontFamily: 'ui-monospace, Menlo, Consolas, monospace', fontSize: 14, overflowWrap: 'anywhere' },
  link: { ...underlined, wordBreak: 'break-all' },
  footer: { ...note, margin: '0 8px 8px' },
} as const satisfies Record<string, CSSProperties>

const heading = 'margin: 24px 0 8px; font-size: 18px; font-weight: 600'
const list = 'margin: 0 0 16px; padding-left: 24px'
const cell = `padding: 8px 16px 8px 0; border-bottom: 1px solid ${day.line}; text-align: left`

/** Of the HTML that Markdown becomes, by element. */
export const wordStyles: Partial<Record<string, string>> = {
  a: `color: ${day.lagoon}; text-decoration: underline; overflow-wrap: anywhere`,
  blockquote: `margin: 0 0 16px; padding-left: 16px; border-left: 2px solid ${day.line}`,
  h1: heading,
  h2: heading,
  h3: heading,
  h4: heading,
  hr: `margin: 24px 0 16px; border: 0; border-top: 1px solid ${day.line}`,
  ol: list,
  p: 'margin: 0 0 16px',
  pre: 'margin: 0 0 16px; white-space: pre-wrap',
  table: 'margin: 0 0 16px; border-collapse: collapse',
  td: cell,
  th: cell,
  ul: list,
}

/** Inline styles win unless a rule is important. */
export const darkStyles = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  body, .paper, .paper > table > tbody > tr > td { background-color: ${evening.paper} !important; }
  .surface { background-color: ${evening.surface} !important; border-color: ${evening.line} !important; }
  .ink { color: ${evening.ink} !important; }
  .soft { color: ${evening.soft} !important; }
  .words blockquote, .words hr, .words td, .words th { border-color: ${evening.line} !important; }
  .lagoon, .words a { color: ${evening.lagoon} !important; }
  .hibiscus { color: ${evening.hibiscus} !important; }
  .button { background-color: ${evening.lagoon} !important; color: ${evening.onLagoon} !important; }
}
`

/** An email in the programme's colour, on a dark screen in its hue, as pages; ours where a program can't compute that. */
export function inAccent(html: string, accent: string): string {
  const tone = `oklch(from ${accent} 0.76 min(c, 0.1) h)`
  return html
    .replaceAll(day.lagoon, accent)
    .replaceAll(new RegExp(`([a-z-]+): ${evening.lagoon} !important;`, 'g'), `$& $1: ${tone} !important;`)
}
