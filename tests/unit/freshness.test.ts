import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { forgetBuild, hashInputs, isBuildFresh, rememberBuild } from '../../tools/freshness.ts'

const PAGE = 'src/pages/index.astro'
let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lanai-fresh-'))
  write(PAGE, 'one')
  write('dist/404.html', '')
  write('.netlify/v1/blobs/deploy/vault/index.html/blob', '')
  write('.netlify/v1/edge-functions/middleware/middleware.mjs', '')
  rememberBuild(root, hashInputs(root))
})
afterEach(() => {
  rmSync(root, { recursive: true })
})

test('A build is fresh while its sources are as they were', () => {
  expect(isBuildFresh(root)).toBe(true)
})

test('A touched file that says the same does not make a build stale', () => {
  utimesSync(join(root, PAGE), new Date(), new Date())
  expect(isBuildFresh(root)).toBe(true)
})

test.each([
  ['a changed page', PAGE, 'two'],
  ['a new page', 'src/pages/new.astro', ''],
  ['a new public file', 'public/robots.txt', ''],
  ['another locked version', 'package-lock.json', '{}'],
])('%s makes a build stale', (_, path, text) => {
  write(path, text)
  expect(isBuildFresh(root)).toBe(false)
})

test('A removed page makes a build stale', () => {
  rmSync(join(root, PAGE))
  expect(isBuildFresh(root)).toBe(false)
})

test('A build that was cut short, or thrown away, is made again', () => {
  forgetBuild(root)
  expect(isBuildFresh(root)).toBe(false)
  rememberBuild(root, hashInputs(root))
  rmSync(join(root, 'dist'), { recursive: true })
  expect(isBuildFresh(root)).toBe(false)
})

function write(path: string, text: string): void {
  const file = join(root, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
