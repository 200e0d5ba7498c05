import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { publicErrorScreens, publicFiles, publicScreens } from '#src/shared/paths.ts'
import { vault } from '../../integrations/vault.ts'
import { deployStoreKeys } from '../../tools/deploy-store.ts'
import { listFiles } from '#src/content-check/list-files.ts'
import { createDeployPages } from '#src/server/vendors/vault.ts'
import { useFolder } from '../support/folder.ts'

/** The store of one deploy, as Netlify names it to what runs there. */
const store = {
  edgeURL: 'https://blobs.example.com',
  token: 'token',
  siteID: 'site',
  deployID: 'deploy',
  primaryRegion: 'eu-central-1',
}

const root = useFolder()
const asked: string[] = []
const answers: (() => Response)[] = []

beforeEach(() => {
  asked.length = 0
  answers.length = 0
  vi.stubEnv('NETLIFY_BLOBS_CONTEXT', Buffer.from(JSON.stringify(store)).toString('base64'))
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(new URL(url).pathname)
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    return answer ? Promise.resolve(answer()) : Promise.reject(new TypeError('no connection'))
  })
})
afterAll(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

test('an instance reads each file of its deploy once', async () => {
  answers.push(() => stored('the page'))
  const pages = createDeployPages()
  const [first, again] = [
    await pages.openProtected('/leaderboard'),
    await pages.openProtected('/leaderboard'),
  ]
  expect(first).toEqual({ type: 'text/html', bytes: new TextEncoder().encode('the page') })
  expect(again).toBe(first)
  expect(asked).toEqual(['/region:eu-central-1/site/deploy:deploy/vault/leaderboard.html'])
})

test.each([
  ['/', 'vault/index.html'],
  ['/calendar.ics', 'vault/calendar.ics'],
  ['/404', 'vault/404.html'],
])('the file of %s is %s', async (path, key) => {
  answers.push(() => stored(''))
  await createDeployPages().openProtected(path)
  expect(asked[0]).toMatch(new RegExp(`/${key}$`))
})

test('the gate retries a failing store once', async () => {
  vi.useFakeTimers()
  answers.push(
    () => new Response(null, { status: 503 }),
    () => stored('the page'),
  )
  expect(await createDeployPages().openProtected('/')).not.toBeNull()
  expect(asked).toHaveLength(2)
  vi.useRealTimers()
})

test.each([
  ['fails', () => new Response(null, { status: 500 })],
  ['cannot be reached', undefined],
  ['is not there', null],
])('a store that %s is an outage', async (_, answer) => {
  vi.useFakeTimers()
  if (answer) answers.push(answer)
  if (answer === null) vi.stubEnv('NETLIFY_BLOBS_CONTEXT', undefined)
  await expect(createDeployPages().openProtected('/')).rejects.toThrow('Netlify Blobs')
  expect(asked.length).toBeLessThanOrEqual(2)
  vi.useRealTimers()
})

test('an unlisted public file: the build leaves the host nothing but what paths.ts lists', async () => {
  const dist = join(root, 'dist')
  const listed = [
    ...[...publicScreens, ...publicErrorScreens].map((path) => `${path.slice(1)}.html`),
    ...publicFiles.map((path) => path.slice(1)),
    ...['_headers', '_redirects', '_astro/a.js'],
  ]
  const unlisted = ['index.html', 'auth/index.html', 'deck.pdf', 'favicon.svg.map', 'x/_astro/a.js']
  for (const file of [...listed, ...unlisted]) {
    mkdirSync(join(dist, file, '..'), { recursive: true })
    writeFileSync(join(dist, file), file)
  }
  const hooks = vault().hooks as Record<string, (options: unknown) => Promise<void> | undefined>
  await hooks['astro:config:done']?.({ config: { root: pathToFileURL(`${root}/`) } })
  await hooks['astro:build:done']?.({ dir: pathToFileURL(`${dist}/`), logger: { info: () => undefined } })
  expect(listFiles(dist)).toEqual(listed.sort())
  expect(deployStoreKeys(root).filter((key) => key.startsWith('vault/'))).toEqual(
    unlisted.map((file) => `vault/${file}`).sort(),
  )
})

function stored(body: BodyInit): Response {
  const metadata = Buffer.from(JSON.stringify({ type: 'text/html' })).toString('base64')
  return new Response(body, { headers: { 'netlify-blobs-metadata': `b64;${metadata}` } })
}
