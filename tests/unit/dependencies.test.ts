import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isAllowed, readLicences, sayLicences } from '../../tools/licences.ts'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')) as unknown
const manifest = read('package.json') as Record<'dependencies' | 'devDependencies', Record<string, string>>
const { packages } = read('package-lock.json') as Lock

/** Older ones let a picture run code in the server (GHSA-26w7-cxv4-gfx2). */
const oldest = { astro: '7.2.8', sharp: '0.35.4' }

test('every version is one version, so that nothing changes unseen', () => {
  const loose = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }).filter(
    ([, version]) => !/^(?:\d+\.\d+\.\d+(?:-[\w.]+)?|file:[\w/-]+)$/.test(version),
  )
  expect(loose).toEqual([])
})

test.each(Object.entries(oldest))('no copy of %s is older than %s', (name, version) => {
  const copies = Object.entries(packages).filter(([path]) => path.endsWith(`node_modules/${name}`))
  expect(copies.length).toBeGreaterThan(0)
  const collator = new Intl.Collator('en', { numeric: true })
  const old = copies.filter(([, copy]) => collator.compare(copy.version ?? '0', version) < 0)
  expect(old).toEqual([])
})

test('the portal is made of nothing whose licence forbids it', () => {
  expect(readLicences().filter(({ licence }) => !isAllowed(licence))).toEqual([])
})

test.each([
  ['(MIT OR GPL-3.0-only)', true],
  ['Apache-2.0 AND LGPL-3.0-or-later', true],
  ['MIT AND GPL-3.0-only', false],
  ['unknown', false],
])('a package under %s: %s', (licence, expected) => {
  expect(isAllowed(licence)).toBe(expected)
})

test('docs/licences.md names them all', () => {
  expect(readFileSync(join(root, 'docs/licences.md'), 'utf8')).toBe(sayLicences(readLicences()))
})

test.each(['.', 'netlify/local/emulation'])(
  '%s: a package runs code while it is installed only by name',
  (folder) => {
    const { allowScripts } = read(join(folder, 'package.json')) as { allowScripts: Record<string, boolean> }
    const lock = read(join(folder, 'package-lock.json')) as Lock
    const running = Object.entries(lock.packages)
      .filter(([path, { hasInstallScript }]) => path !== '' && hasInstallScript)
      .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length))
    expect(Object.keys(allowScripts).sort()).toEqual([...new Set(running)].sort())
  },
)

test('commands, the build on Netlify and who has a manager of versions use one Node', () => {
  const [, onNetlify] =
    /NODE_VERSION = "([^"]+)"/.exec(readFileSync(join(root, 'netlify.toml'), 'utf8')) ?? []
  const managed = readFileSync(join(root, '.nvmrc'), 'utf8').trim()
  expect([onNetlify, managed]).toEqual([manifest.devDependencies.node, manifest.devDependencies.node])
})

interface Lock {
  packages: Record<string, { version?: string; hasInstallScript?: boolean }>
}
