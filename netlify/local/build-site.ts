import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashFiles } from '../../tools/hash-files.ts'
import { StackError } from './stack-error.ts'

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

/** Builds the site if its sources have changed since the last build. @throws StackError when the build fails. */
export function buildIfChanged(root: string): void {
  const stamp = join(root, STAMP)
  const hash = hashFiles(root, INPUTS)
  const isBuilt = existsSync(join(root, 'dist/404.html')) && existsSync(stamp)
  if (isBuilt && readFileSync(stamp, 'utf8') === hash) return
  const [odd] = /['#%]/.exec(root) ?? []
  if (odd) throw new StackError(`The build can’t read the ${odd} in ${root}. Move the project.`)
  console.log('Building the site, because its sources have changed …')
  buildSite(root)
  writeFileSync(stamp, hash)
}

function buildSite(root: string): void {
  const astro = join(root, 'node_modules/astro/bin/astro.mjs')
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, [astro, 'build', '--force'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' },
    encoding: 'utf8',
    maxBuffer: Infinity,
  })
  if (status === 0) return
  // Stopped by Ctrl+C.
  if (signal) throw new StackError('The build was stopped.')
  process.stderr.write(stdout + stderr)
  throw new StackError('The build failed. See the output above.')
}
