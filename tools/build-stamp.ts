import { existsSync, readFileSync, writeFileSync, globSync } from 'node:fs'
import { join, relative } from 'node:path'
import { createHash } from 'node:crypto'

const INPUTS = [
  'src/**/*',
  'public/**/*',
  'integrations/**/*',
  'netlify/*.ts',
  'netlify/scheduled/*',
  'tools/**/*',
  'astro.config.mjs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
]

// Every build empties this folder first, so the stamp never outlives its build.
const STAMP = '.netlify/build/inputs.sha256'

export function hashInputs(root: string): string {
  return hashFiles(root, INPUTS)
}

/** @param hash of the inputs, from before the build. */
export function writeStamp(root: string, hash: string): void {
  writeFileSync(join(root, STAMP), hash)
}

export function findBuild(root: string): 'current' | 'outdated' | 'none' {
  const stamp = join(root, STAMP)
  if (!existsSync(join(root, 'dist/404.html')) || !existsSync(stamp)) return 'none'
  return readFileSync(stamp, 'utf8') === hashInputs(root) ? 'current' : 'outdated'
}

/** Hex SHA-256 over names and contents of files. Ignores times, because a checkout changes them. */
export function hashFiles(root: string, patterns: readonly string[]): string {
  const files = globSync(patterns, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  const hash = createHash('sha256')
  for (const file of files) {
    const content = readFileSync(file)
    hash.update(`${relative(root, file)}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}
