import type { CSSProperties } from 'react'

/** The tokens of src/styles/theme.css in the notation that every email program reads. */
const light = {
  paper: '#fcfaf6',
  surface: '#ffffff',
  line: '#e0ded8',
  ink: '#19232a',
  soft: '#515d65',
  accent: '#006c77',
  onAccent: '#fdfcf7',
  brand: '#e95145',
} as const

const dark = {
  paper: '#0d1418',
  surface: '#151d22',
  line: '#2b343a',
  ink: '#edebe5',
  soft: '#a4acb1',
  accent: '#56c4ca',
  onAccent: '#03171d',
  brand: '#f87966',
} as const satisfies Record<keyof typeof light, string>

const sans = "'Public Sans', -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"
const serif = "Piazzolla, 'Iowan Old Style', Charter, Georgia, serif"

const display = { fontFamily: serif, fontWeight: 600, letterSpacing: '-0.015em' }
const body = { color: light.ink, fontSize: 16, lineHeight: '25px' }
const note = { color: light.soft, fontSize: 14, lineHeight: '21px' }
const underlined = { color: light.accent, textDecoration: 'underline' }

/** Inline, because several email programs drop style sheets. They only lose the dark theme below. */
export const styles = {
  paper: { margin: 0, padding: 0, backgroundColor: light.paper, fontFamily: sans },
  column: { width: '100%', maxWidth: 560, padding: '32px 16px 40px' },
  masthead: { padding: '0 8px 16px' },
  brand: { ...display, margin: 0, color: light.accent, fontSize: 22, lineHeight: '28px' },
  dot: { color: light.brand, fontSize: 12, verticalAlign: 2 },
  card: {
    backgroundColor: light.surface,
    border: `1px solid ${light.line}`,
    borderRadius: 16,
    padding: '32px 28px 16px',
  },
  title: { ...display, margin: '0 0 20px', color: light.ink, fontSize: 28, lineHeight: '32px' },
  paragraph: { ...body, margin: '0 0 16px' },
  subtitle: { ...body, margin: '24px 0 8px', fontWeight: 600 },
  row: { ...body, margin: '0 0 14px', lineHeight: '23px' },
  rowTitle: { ...underlined, color: light.ink, fontWeight: 500 },
  rowAction: { ...underlined, fontSize: 14, marginRight: 12 },
  action: { padding: '8px 0 24px' },
  button: {
    backgroundColor: light.accent,
    color: light.onAccent,
    borderRadius: 10,
    padding: '14px 22px',
    fontSize: 16,
    lineHeight: '20px',
    fontWeight: 600,
  },
  small: { ...note, margin: '0 0 24px', overflowWrap: 'anywhere' },
  soft: { color: light.soft, fontSize: 14 },
  link: { ...underlined, wordBreak: 'break-all' },
  footer: { ...note, margin: '0 8px 8px' },
} as const satisfies Record<string, CSSProperties>

const heading = 'margin: 24px 0 8px; font-size: 18px; font-weight: 600'
const list = 'margin: 0 0 16px; padding-left: 24px'
const cell = `padding: 8px 16px 8px 0; border-bottom: 1px solid ${light.line}; text-align: left`

export const proseStyles: Partial<Record<string, string>> = {
  a: `color: ${light.accent}; text-decoration: underline; overflow-wrap: anywhere`,
  blockquote: `margin: 0 0 16px; padding-left: 16px; border-left: 2px solid ${light.line}`,
  h1: heading,
  h2: heading,
  h3: heading,
  h4: heading,
  hr: `margin: 24px 0 16px; border: 0; border-top: 1px solid ${light.line}`,
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
  body, .paper, .paper > table > tbody > tr > td { background-color: ${dark.paper} !important; }
  .surface { background-color: ${dark.surface} !important; border-color: ${dark.line} !important; }
  .ink { color: ${dark.ink} !important; }
  .soft { color: ${dark.soft} !important; }
  .prose blockquote, .prose hr, .prose td, .prose th { border-color: ${dark.line} !important; }
  .accent, .prose a { color: ${dark.accent} !important; }
  .brand { color: ${dark.brand} !important; }
  .button { background-color: ${dark.accent} !important; color: ${dark.onAccent} !important; }
}
`

export function withAccent(html: string, accent: string): string {
  const tone = `oklch(from ${accent} 0.76 min(c, 0.1) h)`
  return html
    .replaceAll(light.accent, accent)
    .replaceAll(new RegExp(`([a-z-]+): ${dark.accent} !important;`, 'g'), `$& $1: ${tone} !important;`)
}
