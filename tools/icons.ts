/** Writes src/styles/icons.css: `node tools/icons.ts`, after src/shared/icons.ts has changed. */
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { icons } from '../src/shared/icons.ts'

const OUT = new URL('../src/styles/icons.css', import.meta.url)
const STROKE_WIDTH = '1.75'

const HEAD = `/* Made by tools/icons.ts of Lucide's drawings (ISC licence). Drawn in the colour of the text, also in forced colours. */
.icon {
  display: inline-block;
  flex-shrink: 0;
  width: 1.125rem;
  height: 1.125rem;
  background: currentColor;
  mask: var(--icon) center / contain no-repeat;
  forced-color-adjust: none;
}
`

const set = JSON.parse(
  await readFile(fileURLToPath(import.meta.resolve('@iconify-json/lucide/icons.json')), 'utf8'),
) as {
  icons: Record<string, { body: string }>
  aliases: Record<string, { parent: string }>
}

await writeFile(
  OUT,
  HEAD + icons.map((name) => `\n.icon-${name} {\n  --icon: url("${dataUri(name)}");\n}\n`).join(''),
)
console.log(`${icons.length} icons`)

function dataUri(name: string): string {
  const drawing = set.icons[set.aliases[name]?.parent ?? name]
  if (!drawing) throw new Error(`Lucide has no icon "${name}".`)
  const body = drawing.body
    .replaceAll('stroke-width="2"', `stroke-width="${STROKE_WIDTH}"`)
    .replaceAll('currentColor', 'black')
    .replaceAll('"', "'")
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'>${body}</svg>`
  return `data:image/svg+xml,${svg.replace(/[<>#%]/g, (sign) => encodeURIComponent(sign))}`
}
