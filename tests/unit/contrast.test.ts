import axe from 'axe-core'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { PAPER } from '#src/layouts/offline-page.ts'
import { contrast } from '#src/schemas/site.ts'

/** WCAG 2.2: 1.4.3 for text, 1.4.11 for the outline of a control and the shapes that carry meaning. */
const TEXT = 4.5
const CONTROL = 3

const css = readFileSync(new URL('../../src/styles/theme.css', import.meta.url), 'utf8')
const darkStart = css.indexOf('@variant dark')
const light = tokensOf(css.slice(0, darkStart))
const dark = { ...light, ...tokensOf(css.slice(darkStart)) }

/** What axe itself measures with, which its types leave out. */
const { Color, getContrast, flattenColors } = (axe as unknown as { commons: { color: AxeColors } }).commons
  .color

describe.each([
  ['in the light theme', light],
  ['in the dark theme', dark],
])('%s', (_, tokens) => {
  test.each([
    ...pairs(['ink', 'ink-soft', 'accent', 'danger'], ['paper', 'surface'], TEXT),
    ...pairs(['on-accent'], ['accent', 'accent-deep'], TEXT),
    ...pairs(['success'], ['surface'], TEXT),
    ...pairs(['edge', 'brand'], ['paper', 'surface'], CONTROL),
  ])('%s on %s', (front, back, least) => {
    expect(getContrast(colour(tokens, back), colour(tokens, front))).toBeGreaterThanOrEqual(least)
  })

  test.each([
    ['ink', 'ink-wash'],
    ['ink-soft', 'ink-wash'],
    ['accent-deep', 'accent-wash'],
    ['success', 'success-wash'],
    ['danger', 'danger-wash'],
    ['ink', 'danger-wash'],
  ])('%s on %s over paper', (front, tint) => {
    const wash = flattenColors(colour(tokens, tint), colour(tokens, 'paper'))
    expect(getContrast(wash, colour(tokens, front))).toBeGreaterThanOrEqual(TEXT)
  })
})

test.each(['#8a1c5b', '#006c77', '#ffffff', '#777777', '#010203'])(
  'the content check measures %s as axe does',
  (accent) => {
    expect(contrast(accent, PAPER.light)).toBeCloseTo(getContrast(parse(PAPER.light), parse(accent)), 2)
  },
)

function pairs(fronts: string[], backs: string[], least: number) {
  return fronts.flatMap((front) => backs.map((back) => [front, back, least] as const))
}

function tokensOf(block: string): Record<string, string> {
  const found = block.matchAll(/--color-([a-z-]+): (.+);/g)
  return Object.fromEntries([...found].map(([, name = '', value = '']) => [name, value]))
}

function colour(tokens: Record<string, string>, name: string): Colour {
  const [, base = name, percent = '100'] = /\(--color-([a-z]+)\) (\d+)%/.exec(tokens[name] ?? '') ?? []
  return parse(String(tokens[base]).replace(')', ` / ${percent}%)`))
}

function parse(css: string): Colour {
  const parsed = new Color()
  parsed.parseString(css)
  return parsed
}

interface Colour {
  parseString: (css: string) => void
}

interface AxeColors {
  Color: new () => Colour
  getContrast: (back: Colour, front: Colour) => number
  flattenColors: (front: Colour, back: Colour) => Colour
}
