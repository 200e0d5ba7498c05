import { EventEmitter } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { contentCheck } from '../../integrations/content-check.ts'
import { packs } from '#src/packs.ts'

const TOOLS = 'src/content/pages/tools.yaml'
const GOOD = 'title: Tools\ndescription: Software.\nembed: https://example.org/\n'
const BAD = 'titel: Tools\ndescription: Software.\nembed: https://example.org/\n'

const documentsOnly = packs.map((pack) => ({ ...pack, kinds: [] }))
let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lanai-overlay-'))
  mkdirSync(join(root, 'src/pages'), { recursive: true })
  for (const name of ['index', 'auth', 'video-playlist'])
    writeFileSync(join(root, `src/pages/${name}.astro`), '')
  cpSync(join(import.meta.dirname, '../../src/content'), join(root, 'src/content'), { recursive: true })
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

test('in development a save with a mistake is told with file, line and remedy, until one without it', () => {
  const { save, connect, printed, sent } = develop()
  save(BAD)
  const sentence = '`titel` is no field here. Did you mean `title`?'
  expect(printed[0]).toContain(`${TOOLS}:1:1`)
  expect(printed[0]).toContain(sentence)
  expect(sent).toEqual([
    { type: 'error', err: expect.objectContaining({ loc: expect.anything() as unknown }) as unknown },
  ])
  expect(JSON.stringify(sent[0])).toContain(sentence)

  // The page loads anew when content changes, and would lose it.
  connect()
  expect(sent).toHaveLength(2)
  expect(sent[1]).toEqual(sent[0])

  save(GOOD)
  expect(printed[1]).toBe('The content has no mistakes now.')
  expect(sent[2]).toEqual({ type: 'full-reload' })
  connect()
  expect(sent).toHaveLength(3)
})

/** The development server, as far as the check goes. */
function develop() {
  const printed: string[] = []
  const sent: unknown[] = []
  const watcher = new EventEmitter()
  const ws = Object.assign(new EventEmitter(), { send: (message: unknown) => sent.push(message) })
  const print = (text: string) => printed.push(text)
  const hooks = contentCheck(documentsOnly).hooks as Record<string, (options: unknown) => void>
  const config = { root: pathToFileURL(`${root}/`), cacheDir: pathToFileURL(`${root}/cache/`) }
  hooks['astro:config:setup']?.({ config })
  hooks['astro:server:setup']?.({ server: { watcher, ws }, logger: { error: print, info: print } })
  return {
    printed,
    sent,
    connect: () => ws.emit('connection'),
    save: (text: string) => {
      writeFileSync(join(root, TOOLS), text)
      watcher.emit('change', join(root, TOOLS))
    },
  }
}
