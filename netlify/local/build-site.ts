import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { join } from 'node:path'
import { formatProblems } from '../../src/content-check/problem.ts'
import { refusedSamples } from '../../src/content-check/samples.ts'
import { findBuild } from '../../tools/build-stamp.ts'
import { StackError } from './stack-error.ts'

/** Builds the site if its sources have changed since the last build. Returns whether it did. @throws StackError. */
export function buildIfChanged(root: string): boolean {
  const build = findBuild(root)
  if (build === 'current') return false
  const why = build === 'none' ? '' : ' again, because its sources have changed'
  const [odd] = /['#%]/.exec(root) ?? []
  if (odd) throw new StackError(`The build can’t read the ${odd} in ${root}. Move the project.`)
  if (WRITTEN.some((name) => isReadOnly(join(root, name))))
    throw new StackError(
      `The site has to be built${why}, and this user can’t write to ${root}. Run npm run build there as its owner.`,
    )
  console.log(`Building the site${why}. This takes a minute …`)
  buildSite(root)
  return true
}

const WRITTEN = ['', 'dist', '.netlify', '.astro', 'node_modules']

function isReadOnly(path: string): boolean {
  if (!existsSync(path)) return false
  try {
    accessSync(path, constants.W_OK)
    return false
  } catch {
    return true
  }
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

/** As a production build at Netlify does. @throws StackError when the content has samples that site.yaml doesn't allow. */
export function refuseSamples(root: string): void {
  const problems = refusedSamples(root)
  if (problems.length > 0) throw new StackError(formatProblems(problems))
}
