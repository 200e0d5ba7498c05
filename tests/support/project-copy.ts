import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { hashFiles } from '../../tools/hash-files.ts'

export const PROJECT = join(import.meta.dirname, '../..')
const BUILD_LIMIT_MS = 180_000

/** A complete `src/content` for tests, which don't depend on the project's own. */
export const PROGRAMME = join(PROJECT, 'tests/programme')

/** A copy of the project with the tests' programme, whose content a test may change and build. */
export function copyProject() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'lanai-copy-')))
  writeProject(root)
  linkPackages(root)
  return {
    root,
    write: (path: string, text: string) => {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    },
    build: (env?: Record<string, string>) => build(root, env),
    dist: join(root, 'dist'),
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
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

/** Links the packages, but not what Astro keeps between builds. */
function linkPackages(root: string): void {
  mkdirSync(join(root, 'node_modules'))
  for (const name of readdirSync(join(PROJECT, 'node_modules'))) {
    if (KEPT_BY_BUILDS.includes(name)) continue
    symlinkSync(join(PROJECT, 'node_modules', name), join(root, 'node_modules', name))
  }
}

function build(root: string, env: Record<string, string> = {}): { ok: boolean; output: string } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/astro/bin/astro.mjs'), 'build'],
    {
      cwd: root,
      encoding: 'utf8',
      timeout: BUILD_LIMIT_MS,
      env: { ...process.env, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1', NO_COLOR: '1', ...env },
    },
  )
  return { ok: status === 0, output: stdout + stderr }
}
