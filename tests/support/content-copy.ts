import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { PROGRAMME } from './project-copy.ts'

/** To draw the times of the programme's events and to read its videos takes most of a check, and few tests are about these. */
export const MOST_EVENTS_AND_VIDEOS =
  /\/(events\/(?!intake-forms).*|cohort-16\/.*-week-.*|cohort-17\/(0[1-35-9]|1).*)$/

/**
 * A repository with only the content and the site's own pages. What a test writes or removes is as before for the next one: to
 * copy a hundred files takes longer than to check them.
 *
 * @param without what no test of the file is about.
 */
export function useContentCopy(without?: RegExp) {
  const changed = new Set<string>()
  const copy = {
    root: '',
    read: (path: string) => readFileSync(join(copy.root, path), 'utf8'),
    write: (path: string, text: string | Buffer) => {
      const firstNew = mkdirSync(dirname(join(copy.root, path)), { recursive: true })
      changed.add(firstNew ?? join(copy.root, path))
      writeFileSync(join(copy.root, path), text)
    },
    remove: (path: string) => {
      changed.add(join(copy.root, path))
      rmSync(join(copy.root, path), { recursive: true, force: true })
    },
  }
  function restore(path: string): void {
    rmSync(path, { recursive: true, force: true })
    const original = path.replace(join(copy.root, 'src/content'), PROGRAMME)
    if (original === path || !existsSync(original)) return
    cpSync(original, path, { recursive: true, filter: (each) => !without?.test(each) })
  }
  beforeAll(() => {
    copy.root = mkdtempSync(join(tmpdir(), 'lanai-content-'))
    for (const name of ['index', 'auth', '404', 'video-playlist', 'members', 'people', '_edit'])
      copy.write(`src/pages/${name}.astro`, '')
    restore(join(copy.root, 'src/content'))
    changed.clear()
  })
  afterEach(() => {
    for (const path of changed) restore(path)
    changed.clear()
  })
  afterAll(() => rmSync(copy.root, { recursive: true, force: true }))
  return copy
}
