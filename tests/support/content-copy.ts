import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { PROGRAMME } from './project-copy.ts'

/** Before each test, a repository with only the content and the site's own pages. */
export function useContentCopy() {
  const copy = {
    root: '',
    read: (path: string) => readFileSync(join(copy.root, path), 'utf8'),
    write: (path: string, text: string | Buffer) => {
      mkdirSync(dirname(join(copy.root, path)), { recursive: true })
      writeFileSync(join(copy.root, path), text)
    },
  }
  beforeEach(() => {
    copy.root = mkdtempSync(join(tmpdir(), 'lanai-content-'))
    for (const name of ['index', 'auth', '404', 'video-playlist', 'people', '_edit'])
      copy.write(`src/pages/${name}.astro`, '')
    cpSync(PROGRAMME, join(copy.root, 'src/content'), { recursive: true })
  })
  afterEach(() => rmSync(copy.root, { recursive: true, force: true }))
  return copy
}
