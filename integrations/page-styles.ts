import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { inlineHash } from '../src/layouts/inline-hash.ts'
import { collectNames, parseSheet, usedRules, type Names } from './styles/used-rules.ts'

const LINK = /<link rel="stylesheet" href="(\/_astro\/[^"]+\.css)">/g
const ISLAND = /<astro-island [^>]*component-url="([^"]+)"/g
/** Of whole-sheets.js. */
const FETCHES_THE_REST = 'link[data-whole]'
const STYLE_SOURCES = "style-src 'self'"

/**
 * Puts into each page the rules that its HTML can use, so that its first paint waits for one answer. Pages of one
 * kind carry the same text, so that the policy in the header names a few hashes only. The whole style sheets stay named in
 * the page for islands, which fetch them when they wake (src/islands/wake.ts).
 */
export function pageStyles(): AstroIntegration {
  return {
    name: 'lanai-page-styles',
    hooks: {
      'astro:build:done': async ({ dir, logger }) => {
        const dist = fileURLToPath(dir)
        const pages = await readPages(dist)
        const kinds = Map.groupBy(pages, ({ sheets, islands }) => [...islands, ...sheets].join(' '))
        for (const kind of kinds.values()) {
          const css = await styleOf(dist, kind)
          await Promise.all(kind.map((page) => writeFile(page.file, withStyle(page, css))))
          logger.info(`${kind.length} pages carry ${css.length} characters of style`)
        }
      },
    },
  }
}

interface Page {
  file: string
  html: string
  sheets: string[]
  /** Which stand in it: pages with the same ones look alike. */
  islands: string[]
}

async function readPages(dist: string): Promise<Page[]> {
  const files = (await readdir(dist, { recursive: true })).filter((name) => name.endsWith('.html'))
  const pages = await Promise.all(
    files.map(async (name) => {
      const file = join(dist, name)
      const html = await readFile(file, 'utf8')
      const sheets = [...html.matchAll(LINK)].map(([, href = '']) => href)
      const islands = [...html.matchAll(ISLAND)].map(([, url = '']) => url)
      return { file, html, sheets, islands }
    }),
  )
  // Only pages that can fetch the rest are given a part: a document of a pack writes itself.
  return pages.filter(({ html }) => html.includes(FETCHES_THE_REST))
}

async function styleOf(dist: string, pages: Page[]): Promise<string> {
  const { sheets } = pages[0] ?? { sheets: [] }
  const names: Names = { classes: new Set(), ids: new Set(), tags: new Set(['html', 'head', 'body']) }
  for (const { html } of pages) collectNames(html, names)
  const texts = await Promise.all(sheets.map((href) => readFile(join(dist, href), 'utf8')))
  return texts.map((text) => usedRules(parseSheet(text), names)).join('')
}

function withStyle({ html }: Page, css: string): string {
  let isFirst = true
  return html
    .replace(LINK, (_, href: string) => {
      const style = isFirst ? `<style>${css}</style>` : ''
      isFirst = false
      return `${style}<link rel="lanai-sheet" data-whole href="${href}">`
    })
    .replace(STYLE_SOURCES, () => `${STYLE_SOURCES} '${inlineHash(css)}'`)
}
