import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { hashFiles } from '../../tools/build-stamp.ts'

export const PROJECT = join(import.meta.dirname, '../..')

/** A complete `src/content` for tests, which don't depend on the project's own. */
export const PROGRAMME = join(PROJECT, 'tests/programme')

/** The texts of that programme, by path. */
export function programmeFiles(): Record<string, string> {
  const files = readdirSync(PROGRAMME, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(PROGRAMME, join(parentPath, name)))
  return Object.fromEntries(
    files.map((path) => [`src/content/${path}`, readFileSync(join(PROGRAMME, path), 'utf8')]),
  )
}

/** Copies the current sources; build output in the folder stays. */
export function writeProject(root: string): void {
  for (const name of COPIED) {
    rmSync(join(root, name), { recursive: true, force: true })
    cpSync(join(PROJECT, name), join(root, name), { recursive: true })
  }
  rmSync(join(root, 'src/content'), { recursive: true })
  cpSync(PROGRAMME, join(root, 'src/content'), { recursive: true })
}

/** Hashes everything that is copied. */
export function hashProject(): string {
  return hashFiles(
    PROJECT,
    [...COPIED, 'tests/programme'].flatMap((name) => [name, `${name}/**/*`]),
  )
}

const COPIED = [
  'src',
  'integrations',
  'netlify',
  'tools',
  'public',
  'db',
  'astro.config.mjs',
  'netlify.toml',
  'package-lock.json',
  'package.json',
  'tsconfig.json',
]

/** Folders of packages that belong to one project. */
export const KEPT_BY_BUILDS = ['.astro', '.cache', '.vite', '.vite-temp', '.vitest-cache']
