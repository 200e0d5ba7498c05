import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashFiles } from './hash-files.ts'

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
