import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

/** WCAG 2.2: 1.4.3 for text, 1.4.11 for the outline of a control and the shapes that carry meaning. */
const TEXT = 4.5
const CONTROL = 3

const css = readFileSync(new URL('../../src/styles/global.css', import.meta.url), 'utf8')
const darkStart = css.indexOf('@media (prefers-color-scheme: dark)')
const day = tokensOf(css.slice(0, darkStart))
const evening = { ...day, ...tokensOf(css.slice(darkStart)) }

describe.each([
  ['by day', day],
  ['in the evening', evening],
])('%s', (_, tokens) => {
  test.each([
    ['ink', 'paper', TEXT],
    ['ink', 'surface', TEXT],
    ['ink-soft', 'paper', TEXT],
    ['ink-soft', 'surface', TEXT],
    ['lagoon', 'paper', TEXT],
    ['lagoon', 'surface', TEXT],
    ['on-lagoon', 'lagoon', TEXT],
    ['on-lagoon', 'lagoon-deep', TEXT],
    ['kukui', 'surface', TEXT],
    ['ember', 'paper', TEXT],
    ['ember', 'surface', TEXT],
    ['edge', 'paper', CONTROL],
    ['edge', 'surface', CONTROL],
    ['hibiscus', 'paper', CONTROL],
    ['hibiscus', 'surface', CONTROL],
  ])('%s on %s', (front, back, least) => {
    expect(contrast(linear(tokens, front), linear(tokens, back))).toBeGreaterThanOrEqual(least)
  })

  test.each([
    ['ink', 'ink', 0.05, 'paper'],
    ['lagoon', 'lagoon', 0.1, 'paper'],
    ['ember', 'ember', 0.08, 'paper'],
    ['ink', 'ember', 0.08, 'paper'],
    ['ink', 'lagoon', 0.1, 'paper'],
    ['ink-soft', 'lagoon', 0.06, 'surface'],
  ])('%s on a wash of %s (%d) over %s', (front, tint, share, back) => {
    const wash = mix(linear(tokens, tint), linear(tokens, back), share)
    expect(contrast(linear(tokens, front), wash)).toBeGreaterThanOrEqual(TEXT)
  })
})

function tokensOf(block: string): Record<string, Oklch> {
  const found = block.matchAll(/--color-([a-z-]+): oklch\(([\d.]+) ([\d.]+) ([\d.]+)\);/g)
  return Object.fromEntries<Oklch>(
    [...found].map(([, name, l, c, h]) => [name ?? '', [Number(l), Number(c), Number(h)]]),
  )
}

function linear(tokens: Record<string, Oklch>, name: string): Rgb {
  const token = tokens[name]
  if (!token) throw new Error(`There is no colour "${name}" in global.css.`)
  return oklchToLinear(token)
}

/** Björn Ottosson, "A perceptual color space for image processing"; clipped to sRGB as a browser does. */
function oklchToLinear([lightness, chroma, hue]: Oklch): Rgb {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const rgb = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ] satisfies Rgb
  return each(rgb, (part) => Math.min(1, Math.max(0, part)))
}

function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance([r, g, b]: Rgb): number {
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Transparent colours are laid over each other in encoded sRGB, not in linear light. */
function mix(front: Rgb, back: Rgb, share: number): Rgb {
  const behind = each(back, (part) => encode(part) * (1 - share))
  const before = each(front, (part) => encode(part) * share)
  return [decode(behind[0] + before[0]), decode(behind[1] + before[1]), decode(behind[2] + before[2])]
}

function each([r, g, b]: Rgb, change: (part: number) => number): Rgb {
  return [change(r), change(g), change(b)]
}

function encode(part: number): number {
  return part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055
}

function decode(part: number): number {
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

type Oklch = [lightness: number, chroma: number, hue: number]
type Rgb = [red: number, green: number, blue: number]
