import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readStaticFiles, type StaticFiles } from '../../netlify/local/site/static-files.ts'
import { makeTinySite, PASS, type MadeSite } from '../support/tiny-site.ts'

let site: MadeSite
let files: StaticFiles

beforeAll(async () => {
  site = await makeTinySite({
    edge: PASS,
    files: {
      'index.html': 'home',
      'leaderboard.html': 'leaderboard',
      'notes/index.html': 'notes',
      'Photo.svg': '<svg/>',
      _redirects: 'secret',
      '.hidden': 'secret',
    },
  })
  await writeFile(join(site.root, 'outside.html'), 'secret')
  await symlink(join(site.root, 'outside.html'), join(site.root, 'dist/link.html'))
  files = await readStaticFiles(join(site.root, 'dist'), [])
})
afterAll(() => site.remove())

describe('One file has all the names that Netlify gives it', () => {
  test.each([
    ['/', 'home'],
    ['/index.html', 'home'],
    ['/leaderboard', 'leaderboard'],
    ['/leaderboard/', 'leaderboard'],
    ['/leaderboard.html', 'leaderboard'],
    ['/LEADERBOARD', 'leaderboard'],
    ['/%6ceaderboard', 'leaderboard'],
    ['//leaderboard', 'leaderboard'],
    ['/notes', 'notes'],
    ['/notes/', 'notes'],
    ['/notes/index.html', 'notes'],
    ['/photo.SVG', '<svg/>'],
  ])('%s', async (path, text) => {
    expect(await (await find(path))?.text()).toBe(text)
  })
})

describe('No path leads out of the build', () => {
  test.each([
    '/../outside.html',
    '/..%2foutside.html',
    '/%2e%2e/outside.html',
    '/notes/..%2f..%2foutside.html',
    '/..%5coutside.html',
    '/leaderboard%00.html',
    '/%E0%A4%A',
    '/link.html',
    '/_redirects',
    '/.hidden',
    '/notes/index',
    '/__proto__',
  ])('%s is not found', async (path) => {
    expect(await find(path)).toBeNull()
  })
})

test('A file from memory and the same file asked for with a condition have the same ETag', async () => {
  const plain = await find('/leaderboard')
  const conditional = await find('/leaderboard', { 'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' })
  expect(conditional?.headers.get('etag')).toBe(plain?.headers.get('etag'))
})

function find(path: string, headers: Record<string, string> = {}): Promise<Response | null> {
  const url = new URL('http://localhost')
  // Set apart, because `//leaderboard` in an address would be a host.
  url.pathname = path
  return files.answer({ request: new Request(url, { headers }), url })
}
