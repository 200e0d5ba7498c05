import { execFile } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
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

/** Builds the site in another process. Quiet when it works; when it does not, its output is shown. */
async function buildSite(root: string): Promise<void> {
  const astro = join(root, 'node_modules/astro/bin/astro.mjs')
  const building = promisify(execFile)(process.execPath, [astro, 'build', '--force'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' },
    maxBuffer: Infinity,
  })
  process.once('exit', () => building.child.kill())
  await building.catch((cause: unknown) => {
    const { stdout, stderr } = cause as Awaited<typeof building>
    process.stderr.write(stdout + stderr)
    throw new StackError('The site could not be built. What is above says why.', { cause })
  })
}
