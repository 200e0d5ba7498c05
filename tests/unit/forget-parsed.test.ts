import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { forgetParsedContent } from '../../integrations/forget-parsed.ts'

let root = ''
let stores: string[] = []

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lanai-store-'))
  stores = [join(root, 'cache'), join(root, '.astro')]
  for (const folder of [
    'src/embeds/providers',
    'src/components/frames',
    'src/content/pages',
    'cache',
    '.astro',
  ]) {
    mkdirSync(join(root, folder), { recursive: true })
  }
  write('src/embeds/providers/miro.ts', 'the first')
  forgetParsedContent(root, stores)
  for (const store of ['cache', '.astro']) write(`${store}/data-store.json`, '{}')
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

test('parsed content is kept while the code that parsed it stays the same', () => {
  write('src/content/pages/tools.yaml', 'title: Tools')
  write('src/components/frames/FrameCard.astro', 'what it looks like')
  expect(forgetParsedContent(root, stores)).toBe(false)
  expect(kept()).toEqual([true, true])
})

test.each([
  ['a matcher changed', 'src/embeds/providers/miro.ts'],
  ['a matcher was added', 'src/embeds/providers/notion.ts'],
  ['a schema was added', 'src/schemas/page.ts'],
  ['the collections changed', 'src/content.config.ts'],
  ['the playlist’s reader changed', 'src/loaders/playlist.ts'],
  ['a pack was taken out', 'src/packs.ts'],
  ['a document of a pack changed', 'src/samples/documents/tools.yaml'],
])('it is thrown away, for building and for developing, when %s', (_, file) => {
  write(file, 'the second')
  expect(forgetParsedContent(root, stores)).toBe(true)
  expect(kept()).toEqual([false, false])
  expect(forgetParsedContent(root, stores)).toBe(false)
})

test('and when it is not known what parsed it', () => {
  rmSync(join(root, 'cache/content-code.txt'))
  forgetParsedContent(root, stores)
  expect(kept()).toEqual([false, true])
})

function kept(): boolean[] {
  return stores.map((store) => existsSync(join(store, 'data-store.json')))
}

function write(path: string, text: string): void {
  mkdirSync(join(root, path, '..'), { recursive: true })
  writeFileSync(join(root, path), text)
}
