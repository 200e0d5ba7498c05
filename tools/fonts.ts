/**
 * Writes src/styles/fonts: the two families as members' pages need them at first, in the weights that the style sheets
 * use. `node tools/fonts.ts`, after an update of a @fontsource package. What these leave out is served from the packages, see
 * src/styles/fonts.css.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import subsetFont from 'subset-font'

const ROOT = join(import.meta.dirname, '..')
const OUT = join(ROOT, 'src/styles/fonts')

/** ASCII, the letters of Latin-1, the ʻokina and its neighbour, and the signs that sentences are set with. */
const RANGES = [
  [0x20, 0x7e],
  [0xa0, 0xa0],
  [0xa9, 0xa9],
  [0xb7, 0xb7],
  [0xbf, 0xff],
  [0x2bb, 0x2bc],
  [0x2013, 0x2014],
  [0x2018, 0x2019],
  [0x201c, 0x201d],
  [0x2022, 0x2022],
  [0x2026, 0x2026],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
] as const

const FONTS = [
  { name: 'piazzolla', weight: 580 },
  { name: 'public-sans', weight: { min: 400, max: 600 } },
]

const text = RANGES.flatMap(([first, last]) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
).join('')

await mkdir(OUT, { recursive: true })
for (const { name, weight } of FONTS) {
  const folder = join(ROOT, 'node_modules/@fontsource-variable', name)
  const whole = await readFile(join(folder, `files/${name}-latin-wght-normal.woff2`))
  const font = await subsetFont(whole, text, { targetFormat: 'woff2', variationAxes: { wght: weight } })
  await writeFile(join(OUT, `${name}.woff2`), font)
  console.log(`${name}: ${whole.length} → ${font.length} bytes`)
}
