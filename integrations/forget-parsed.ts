import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashFiles, readStamp } from '../tools/freshness.ts'

/** Everything that decides what a content file means once it is read. */
const CODE = [
  'src/{content.config,packs}.ts',
  'src/{content-check,embeds,events,loaders,schemas,shared}/**/*.ts',
  'src/*/{pack,schema}.ts',
  'src/*/documents/*.yaml',
]

/** Where Astro keeps parsed content, and beside it which code had parsed it. */
const STORE = 'data-store.json'
const MARK = 'content-code.txt'

/**
 * Astro parses a content file again when the file changed, not when the code that understands it did: a page would keep
 * the embed that an older matcher made of it. When that code changed, what is kept is thrown away.
 *
 * @returns whether anything was.
 */
export function forgetParsedContent(root: string, stores: readonly string[]): boolean {
  const code = hashFiles(root, CODE)
  const stale = stores.filter((folder) => readStamp(join(folder, MARK)) !== code)
  for (const folder of stale) {
    rmSync(join(folder, STORE), { force: true })
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, MARK), code)
  }
  return stale.length > 0
}
