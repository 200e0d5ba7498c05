import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')) as unknown
const manifest = read('package.json') as Record<
  'dependencies' | 'devDependencies' | 'allowScripts',
  Record<string, string>
>
const { packages } = read('package-lock.json') as Lock

/** Older ones let a picture run code in the server (GHSA-26w7-cxv4-gfx2). */
const oldest = { astro: '7.2.8', sharp: '0.35.4' }

test('every dependency has an exact version', () => {
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

/** Licences that let the portal be run and changed, and ask only to be named. `callsite` says MIT in a separate file. */
const ALLOWED = new Set(
  `0BSD Apache-2.0 BlueOak-1.0.0 BSD-2-Clause BSD-3-Clause CC0-1.0 ISC LGPL-3.0-or-later MIT MPL-2.0 OFL-1.1
  Python-2.0 Unlicense Zlib`.split(/\s+/),
)

test('every installed package has an allowed licence', () => {
  const refused = Object.entries(packages)
    .filter(
      ([path, { dev, link }]) =>
        path.includes('node_modules/') && !path.endsWith('/callsite') && !dev && !link,
    )
    .filter(([, { license = 'unknown' }]) =>
      license
        .replace(/[()]/g, '')
        .split(' OR ')
        .every((each) => !each.split(' AND ').every((name) => ALLOWED.has(name))),
    )
  expect(refused.map(([path]) => path)).toEqual([])
})

test('only listed packages run code while they are installed', () => {
  const running = Object.entries(packages)
    .filter(([path, { hasInstallScript }]) => path !== '' && hasInstallScript)
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length))
  expect(Object.keys(manifest.allowScripts).sort()).toEqual([...new Set(running)].sort())
})

test('every file names the same version of Node', () => {
  const [, onNetlify] =
    /NODE_VERSION = "([^"]+)"/.exec(readFileSync(join(root, 'netlify.toml'), 'utf8')) ?? []
  const managed = readFileSync(join(root, '.nvmrc'), 'utf8').trim()
  expect([onNetlify, managed]).toEqual([manifest.devDependencies.node, manifest.devDependencies.node])
})

interface Lock {
  packages: Record<
    string,
    { version?: string; license?: string; dev?: boolean; link?: boolean; hasInstallScript?: boolean }
  >
}
