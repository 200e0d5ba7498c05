import { EventEmitter } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { contentCheck } from '../../integrations/content-check.ts'
import { useContentCopy } from '../support/content-copy.ts'

const TOOLS = 'src/content/pages/tools.yaml'
const GOOD = 'title: Tools\ndescription: Software.\nembed: https://example.org/\n'
const BAD = 'titel: Tools\ndescription: Software.\nembed: https://example.org/\n'

const copy = useContentCopy()

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
  const hooks = contentCheck(copy.packs).hooks as Record<string, (options: unknown) => void>
  const config = { root: pathToFileURL(`${copy.root}/`), cacheDir: pathToFileURL(`${copy.root}/cache/`) }
  hooks['astro:config:setup']?.({ config })
  hooks['astro:server:setup']?.({ server: { watcher, ws }, logger: { error: print, info: print } })
  return {
    printed,
    sent,
    connect: () => ws.emit('connection'),
    save: (text: string) => {
      copy.write(TOOLS, text)
      watcher.emit('change', join(copy.root, TOOLS))
    },
  }
}
