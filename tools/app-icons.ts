/** Writes the pictures of an installed portal into public/: `node tools/app-icons.ts`, after public/favicon.svg has changed. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

const PUBLIC = new URL('../public/', import.meta.url)
const PAPER = '#fcfaf6'

/** How much of the width the drawing takes. A maskable picture may lose all but a circle of four fifths. */
const pictures = [
  { name: 'icon-192.png', size: 192, share: 0.7, radius: 0.22 },
  { name: 'icon-512.png', size: 512, share: 0.7, radius: 0.22 },
  { name: 'icon-maskable.png', size: 512, share: 0.54, radius: 0 },
  { name: 'apple-touch-icon.png', size: 180, share: 0.66, radius: 0 },
]

const drawing = await readFile(new URL('favicon.svg', PUBLIC), 'utf8')
for (const { name, size, share, radius } of pictures) {
  const inner = Math.round(size * share)
  const paper = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><rect width="${size}" height="${size}" rx="${size * radius}" fill="${PAPER}"/></svg>`
  const mark = await sharp(Buffer.from(drawing), { density: (72 * inner) / 24 })
    .resize(inner, inner)
    .toBuffer()
  await sharp(Buffer.from(paper))
    .composite([{ input: mark }])
    .png({ palette: true, colours: 64, effort: 10 })
    .toFile(fileURLToPath(new URL(name, PUBLIC)))
}
