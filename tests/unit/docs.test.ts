import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const glob = (...patterns: string[]) => globSync(patterns, { cwd: root }).sort()

const papers = glob('*.md', 'docs/**/*.md')

test.each(papers)('every link of %s leads somewhere', (paper) => {
  const links = [...proseOf(paper).matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link)
  const missing = links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false
    const [file = '', anchor] = link.split('#')
    const target = file ? resolve(root, paper, '..', file) : join(root, paper)
    if (!existsSync(target)) return true
    return anchor !== undefined && !anchorsOf(readFileSync(target, 'utf8')).includes(anchor)
  })
  expect(missing).toEqual([])
})

test.each(['Dockerfile', 'netlify/local/lanai.service'])('%s runs what npm start runs', (file) => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: { start: string } }
  expect(read(file).replaceAll('", "', ' ')).toContain(`node_modules/.bin/${scripts.start} --production`)
})

describe('docs/dangers.md', () => {
  const text = read('docs/dangers.md')
  const names = [...text.matchAll(/^- \*\*`([a-z-]+)`\*\* /gm)].map(([, name = '']) => name)

  test('names each danger once', () => {
    expect([...new Set(names)]).toEqual(names)
  })

  test('says what prevents a danger', () => {
    expect(text.match(/^- \*\*`[a-z-]+`\*\* .+\n {2}→ \S/gm)?.length).toBeGreaterThan(50)
  })
})

function proseOf(paper: string): string {
  return read(paper).replace(/^```[\s\S]*?^```/gm, '')
}

/** As GitHub makes them. */
function anchorsOf(text: string): string[] {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading)
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  )
}
