import { EventEmitter } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test, vi } from 'vitest'
import { contentCheck } from '../../integrations/content-check.ts'
import { useContentCopy } from '../support/content-copy.ts'

const TOOLS = 'src/content/pages/tools.yaml'
const GOOD = 'title: Tools\ndescription: Software.\nembed: https://example.org/\n'

const copy = useContentCopy()

test('the development server shows a saved mistake with file, line and remedy, until one without it', async () => {
  const { save, connect, printed, sent } = await develop()
  await save(TOOLS, GOOD.replace('title', 'titel'))
  expect(printed[0]).toContain(`${TOOLS}:1:1`)
  expect(JSON.stringify(sent[0])).toContain('`titel` isn’t a field here. Did you mean `title`?')
  // The page reloads when content changes, and would lose it.
  connect()
  expect(sent[1]).toEqual(sent[0])

  await save(TOOLS, GOOD)
  expect(printed[1]).toBe('The content has no mistakes now.')
  expect(sent[2]).toEqual({ type: 'full-reload' })
  connect()
  expect(sent).toHaveLength(3)
})

/** The development server, as far as the check goes. */
async function develop() {
  const printed: string[] = []
  const sent: unknown[] = []
  const watcher = new EventEmitter()
  const ws = Object.assign(new EventEmitter(), { send: (message: unknown) => sent.push(message) })
  const print = (text: string) => printed.push(text)
  const hooks = contentCheck().hooks as Record<string, (options: unknown) => unknown>
  const config = { root: pathToFileURL(`${copy.root}/`), cacheDir: pathToFileURL(`${copy.root}/cache/`) }
  await hooks['astro:config:setup']?.({ config, logger: { info: () => undefined } })
  hooks['astro:server:setup']?.({ server: { watcher, ws }, logger: { error: print, info: print } })
  return {
    printed,
    sent,
    connect: () => ws.emit('connection'),
    save: async (file: string, text: string) => {
      const before = printed.length
      copy.write(file, text)
      watcher.emit('all', 'change', join(copy.root, file))
      await vi.waitFor(() => expect(printed.length).toBeGreaterThan(before), 30_000)
    },
  }
}
