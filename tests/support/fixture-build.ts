import { execFileSync } from 'node:child_process'
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
import { join } from 'node:path'

const project = join(import.meta.dirname, '../..')
const BUILD_LIMIT_MS = 180_000

/** A copy of the project in a folder of its own, whose content a test may change, and its build. */
export function copyProject(): ProjectCopy {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'lanai-copy-')))
  for (const name of COPIED) cpSync(join(project, name), join(root, name), { recursive: true })
  // Package by package: Astro keeps what it parsed below node_modules, and two copies may be built at once.
  mkdirSync(join(root, 'node_modules'))
  for (const name of readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.'))) {
    symlinkSync(join(project, 'node_modules', name), join(root, 'node_modules', name))
  }
  return {
    root,
    write: (path, text) => writeFileSync(join(root, path), text),
    build: () => build(root),
    dist: join(root, 'dist'),
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}

function build(root: string): { ok: boolean; output: string } {
  try {
    const output = execFileSync(
      process.execPath,
      [join(project, 'node_modules/astro/bin/astro.mjs'), 'build'],
      {
        cwd: root,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
        timeout: BUILD_LIMIT_MS,
        env: { ...process.env, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1', NO_COLOR: '1' },
      },
    )
    return { ok: true, output }
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    return { ok: false, output: `${stdout}${stderr}` }
  }
}

const COPIED = readdirSync(project).filter((name) =>
  /^(?:src|integrations|tools|public|astro\.config\.mjs|package\.json|tsconfig\.json|netlify\.toml)$/.test(
    name,
  ),
)

export interface ProjectCopy {
  root: string
  write: (path: string, text: string) => void
  build: () => { ok: boolean; output: string }
  dist: string
  remove: () => void
}
