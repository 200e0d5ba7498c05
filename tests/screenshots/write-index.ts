import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FOLDER, SIZES, THEMES } from './sizes.ts'

/** Puts every picture on one page: a row for each screen and theme, a column for each size. */
export default function writeIndex(): void {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.png'))
  const names = [...new Set(files.map((file) => file.split('.')[0] ?? ''))].sort()
  const rows = names.flatMap((name) =>
    THEMES.map((theme) => {
      const pictures = SIZES.map(({ width }) => `${name}.${theme}.${width}.png`)
        .filter((file) => files.includes(file))
        .map((file) => `<a href="${file}"><img src="${file}" alt="${file}" loading="lazy"></a>`)
      return `<h2>${name}, ${theme}</h2><div>${pictures.join('')}</div>`
    }),
  )
  const style = 'body{font:1rem system-ui}div{display:flex;gap:1rem;align-items:start}img{max-width:24vw}'
  writeFileSync(
    join(FOLDER, 'index.html'),
    `<!doctype html><title>Screens</title><style>${style}</style>${rows.join('\n')}`,
  )
  console.log(`${files.length} pictures: ${join(FOLDER, 'index.html')}`)
}
