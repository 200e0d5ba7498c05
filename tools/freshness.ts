import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Everything a build is made from. What is not listed here cannot change its result. */
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

/** Lies beside the build, so that throwing the build away throws it away too. */
const STAMP = '.netlify/build-inputs.sha256'

/** A build without one of these is no build, whatever the stamp says. */
const OUTPUTS = [
  'dist/404.html',
  '.netlify/v1/blobs/deploy/vault/index.html/blob',
  '.netlify/v1/edge-functions/middleware/middleware.mjs',
]

/** True when the build was made from exactly the sources that are there now. */
export function isBuildFresh(root: string): boolean {
  if (!OUTPUTS.every((output) => existsSync(join(root, output)))) return false
  return readStamp(join(root, STAMP)) === hashInputs(root)
}

/** To be called when a build begins: one that is cut short leaves no stamp and is made again. */
export function forgetBuild(root: string): void {
  rmSync(join(root, STAMP), { force: true })
}

/** To be called when a build is complete, with the hash of the sources as they were when it began. */
export function rememberBuild(root: string, hash: string): void {
  writeFileSync(join(root, STAMP), hash)
}

export function hashInputs(root: string): string {
  return hashFiles(root, INPUTS)
}

/** One hash over the names and contents of all files: times do not count, a checkout changes them all. */
export function hashFiles(root: string, patterns: readonly string[]): string {
  const files = globSync(patterns, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  const hash = createHash('sha256')
  for (const file of files) {
    const content = readFileSync(file)
    hash.update(`${file.slice(root.length)}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/** What a hash was noted as; null when it was not. */
export function readStamp(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
