/** Writes src/shared/icons.ts: `node tools/icons.ts`, after the list below has changed. */
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const OUT = new URL('../src/shared/icons.ts', import.meta.url)

/** By Lucide's names. */
const NAMES = `
arrow-right arrow-up-right book-open briefcase calendar-days calendar-plus camera captions check
chevron-down chevron-left chevron-right chevrons-up-down circle-alert circle-check circle-play clock coffee
compass download ellipsis external-link eye eye-off file-spreadsheet file-text film folder gauge globe hash house
keyboard library life-buoy link list-video loader-circle log-out mail mail-check menu message-circle monitor
network panel-left pen-line pencil play presentation rotate-cw scroll-text search settings shapes share-2
smartphone timer trash-2 triangle-alert trophy undo-2 users-round x zoom-in
`

const HEAD = `/**
 * The icons: Lucide's drawings (ISC licence), each the one path of a square of 24. Made by tools/icons.ts, which has the
 * list. Paths in the page, because a browser takes 4 ms to set up a picture that a style sheet names, and a page has 28.
 */
`

const set = JSON.parse(
  await readFile(fileURLToPath(import.meta.resolve('@iconify-json/lucide/icons.json')), 'utf8'),
) as {
  icons: Record<string, { body: string }>
  aliases: Record<string, { parent: string }>
}

const names = NAMES.split(/\s+/).filter(Boolean).sort()
await writeFile(
  OUT,
  HEAD + names.map((name) => `\nexport const ${camelCase(name)} =\n  '${drawing(name)}'\n`).join(''),
)
console.log(`${names.length} icons`)

function drawing(name: string): string {
  const found = set.icons[set.aliases[name]?.parent ?? name]
  if (!found) throw new Error(`Lucide has no icon "${name}".`)
  return [...found.body.matchAll(/<(path|circle|rect)\b([^>]*)>/g)]
    .map(([, shape = '', attributes = '']) => asPath(shape, attributes))
    .join('')
}

function asPath(shape: string, attributes: string): string {
  const text = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(attributes)?.[1] ?? ''
  const number = (name: string) => Number(text(name))
  if (shape === 'path') return text('d').replace(/^m/, 'M')
  if (shape === 'circle') {
    const r = number('r')
    return `M${number('cx') - r} ${number('cy')}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`
  }
  const [r, width, height] = [number('rx'), number('width'), number('height')]
  const corner = (x: number, y: number) => `a${r} ${r} 0 0 1 ${x} ${y}`
  return [
    `M${number('x') + r} ${number('y')}h${width - 2 * r}${corner(r, r)}v${height - 2 * r}${corner(-r, r)}`,
    `h${2 * r - width}${corner(-r, -r)}v${2 * r - height}${corner(r, -r)}z`,
  ].join('')
}

function camelCase(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}
