import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const glob = (...patterns: string[]) => globSync(patterns, { cwd: root }).sort()

const papers = glob('*.md', 'docs/**/*.md')
const sources = glob('{src,netlify,db,integrations,scripts,tests}/**/*.{ts,tsx,astro,css,sql,mjs}')
const exists = (file = '') => glob(`tests/${file}.{test,spec}.{ts,tsx}`).length > 0
const dangers = [
  ...read('docs/dangers.md').matchAll(/^- \*\*`([a-z-]+)`\*\* .+\n {2}→ .+? ((?:`[^`]+`(?:, )?)+)$/gm),
].map(([, name = '', where = '']) => ({
  name,
  files: [...where.matchAll(/`([^`]+)`/g)].map(([, file]) => file),
}))

test.each(papers)('%s links to files that exist', (paper) => {
  const prose = read(paper).replace(/^```[\s\S]*?^```/gm, '')
  const links = [...prose.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)].map(([, link = '']) => link)
  const missing = links.filter(
    (link) => !/^[a-z]+:/.test(link) && !existsSync(join(root, dirname(paper), link)),
  )
  expect(missing).toEqual([])
})

describe('docs/dangers.md', () => {
  test('says what prevents each danger', () => expect(dangers.length).toBeGreaterThan(60))

  test.each(dangers)('$name is held by tests that exist', ({ files }) => {
    expect(files.length).toBeGreaterThan(0)
    expect(files.filter((file) => !exists(file))).toEqual([])
  })

  test('names an existing test for each rule under a heading of product.md', () => {
    const [, rules = ''] = /^## Product rules$([^]*?)(?=^## |$(?![^]))/m.exec(read('docs/dangers.md')) ?? []
    const rows = [...rules.matchAll(/^- \*\*(.+?)\*\*: .+ `([^`]+)`$/gm)]
    expect(rows.length).toBeGreaterThan(40)
    const product = read('docs/product.md')
    const wrong = rows.filter(([, heading, file]) => !product.includes(`\n## ${heading}\n`) || !exists(file))
    expect(wrong.map(([row]) => row)).toEqual([])
  })

  test('lists each danger that a test title names, once', () => {
    const names = dangers.map(({ name }) => name)
    const titles = sources.flatMap((file) =>
      [...read(file).matchAll(/\bdescribe\(\s*['"`]([a-z]+(?:-[a-z]+)+): /g)].map(([, name]) => name),
    )
    expect(titles.filter((name) => !names.includes(name ?? ''))).toEqual([])
    expect([...new Set(names)]).toEqual(names)
  })
})

test('docs/product.md has every heading that the code refers to', () => {
  const headings = [...read('docs/product.md').matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading)
  const wrong = sources.flatMap((file) =>
    [...read(file).matchAll(/docs\/product\.md, ([A-Z][^.:)]*)/g)]
      .map(([, reference = '']) => reference)
      .filter((reference) => !headings.includes(reference.split(',')[0] ?? ''))
      .map((reference) => `${file}: ${reference}`),
  )
  expect(wrong).toEqual([])
})
