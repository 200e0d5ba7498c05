import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { isBuildFresh } from '../../tools/freshness.ts'
import { StackError } from './stack-error.ts'

/** Builds the site when its sources have changed since it was built, and says so. Throws a StackError when it cannot. */
export async function bringBuildUpToDate(root: string): Promise<void> {
  if (isBuildFresh(root)) return
  console.log('Building the site: its sources have changed …')
  await buildSite(root)
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
