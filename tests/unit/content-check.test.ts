import { EventEmitter } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { AstroIntegration, AstroUserConfig } from 'astro'
import { afterEach, expect, test, vi } from 'vitest'
import { contentCheck } from '../../integrations/content-check.ts'
import { useContentCopy } from '../support/content-copy.ts'
import { PROJECT } from '../support/project-copy.ts'

const TOOLS = 'src/content/pages/tools.yaml'
const GOOD = 'title: Tools\ndescription: Software.\nkind: frame\nembed: https://example.org/\n'

// To draw the times of events takes most of a check, and no test here is about them.
const copy = useContentCopy(/\/programme\/events\/(?!intake-forms)/)
afterEach(() => vi.unstubAllEnvs())

test('sample content that site.yaml doesn’t announce stops the build', async () => {
  await expect(build('production')).resolves.toBeUndefined()
  const site = copy.read('src/content/site.yaml').replace('samples: shown to members\n', '')
  copy.write('src/content/site.yaml', site)
  await expect(build('deploy-preview')).resolves.toBeUndefined()
  await expect(build('production')).rejects.toThrow(/30 files are samples: .*`samples: shown to members`\.$/m)
})

test('a content mistake stops any build', async () => {
  copy.write(TOOLS, GOOD.replace('title', 'titel'))
  await expect(build('deploy-preview')).rejects.toThrow(
    /^2 mistakes in the content:[^]*tools\.yaml:1[^]*`titel` isn’t a field here\. Fields here: title, /,
  )
})

test('the development server shows a content mistake until it is corrected', async () => {
  const { save, connect, printed, sent, refreshContent } = await develop()
  await save(TOOLS, GOOD.replace('title', 'titel'))
  expect(printed[0]).toContain(`${TOOLS}:1\n`)
  expect(JSON.stringify(sent[0])).toContain('`titel` isn’t a field here. Fields here: title, ')
  // The page reloads when content changes, and would lose it.
  connect()
  expect(sent[1]).toEqual(sent[0])
  expect(refreshContent).not.toHaveBeenCalled()

  await save(TOOLS, GOOD)
  expect(printed[1]).toBe('The content has no mistakes now.')
  expect(sent[2]).toEqual({ type: 'full-reload' })
  expect(refreshContent).toHaveBeenCalledOnce()
  connect()
  expect(sent).toHaveLength(3)
})

/** A build with the project's own configuration, as far as the check goes. */
async function build(context: string): Promise<void> {
  vi.stubEnv('CONTEXT', context)
  const { default: config } = (await import(`${PROJECT}/astro.config.mjs?${context}`)) as {
    default: AstroUserConfig
  }
  const check = config.integrations?.flat().find((each) => each && each.name === contentCheck().name)
  await setUp(check as AstroIntegration, 'build')
}

async function setUp(check: AstroIntegration, command: 'build' | 'dev'): Promise<void> {
  const hooks = check.hooks as Record<string, (options: unknown) => unknown>
  const config = { root: pathToFileURL(`${copy.root}/`), cacheDir: pathToFileURL(`${copy.root}/cache/`) }
  await hooks['astro:config:setup']?.({ command, config, logger: { warn: () => undefined } })
}

/** The development server, as far as the check goes. */
async function develop() {
  const printed: string[] = []
  const sent: unknown[] = []
  const watcher = new EventEmitter()
  const ws = Object.assign(new EventEmitter(), { send: (message: unknown) => sent.push(message) })
  const print = (text: string) => printed.push(text)
  const refreshContent = vi.fn(async () => Promise.resolve())
  const check = contentCheck()
  await setUp(check, 'dev')
  const hooks = check.hooks as Record<string, (options: unknown) => unknown>
  const logger = { error: print, info: print }
  hooks['astro:server:setup']?.({ server: { watcher, ws }, logger, refreshContent })
  return {
    printed,
    sent,
    refreshContent,
    connect: () => ws.emit('connection'),
    save: async (file: string, text: string) => {
      const before = printed.length
      copy.write(file, text)
      watcher.emit('all', 'change', join(copy.root, file))
      await vi.waitFor(() => expect(printed.length).toBeGreaterThan(before), 30_000)
    },
  }
}
