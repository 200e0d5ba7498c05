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

test('only listed packages run code while they are installed', () => {
  const running = Object.entries(packages)
    .filter(([path, { hasInstallScript }]) => path !== '' && hasInstallScript)
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length))
  expect(Object.keys(manifest.allowScripts).sort()).toEqual([...new Set(running)].sort())
})

interface Lock {
  packages: Record<string, { version?: string; hasInstallScript?: boolean }>
}
