import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { hashFiles } from '../../tools/hash-files.ts'
import { StackError } from './stack-error.ts'

/** Everything a build is made from. */
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

/** Holds the hash of the inputs. Every build empties its folder first. */
const STAMP = '.netlify/build/inputs.sha256'

/** Builds the site when its sources have changed since it was built, and says so. Throws a StackError when it cannot. */
export async function bringBuildUpToDate(root: string): Promise<void> {
  const stamp = join(root, STAMP)
  const hash = hashFiles(root, INPUTS)
  const isBuilt = existsSync(join(root, 'dist/404.html')) && existsSync(stamp)
  if (isBuilt && readFileSync(stamp, 'utf8') === hash) return
  console.log('Building the site: its sources have changed …')
  await buildSite(root)
  writeFileSync(stamp, hash)
}

/** Builds the site in a process of its own. Quiet when it works; when it does not, its output is shown. */
async function buildSite(root: string): Promise<void> {
  const astro = join(root, 'node_modules/astro/bin/astro.mjs')
  const build = spawn(process.execPath, [astro, 'build', '--force'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stop = () => build.kill()
  process.once('exit', stop)
  const exit = once(build, 'exit') as Promise<[number | null]>
  const [out, err, [code]] = await Promise.all([text(build.stdout), text(build.stderr), exit])
  process.off('exit', stop)
  if (code === 0) return

  process.stderr.write(out + err)
  throw new StackError('The site could not be built. What is above says why.')
}
