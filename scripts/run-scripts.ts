import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import pMap from 'p-map'

/** `node scripts/run-scripts.ts [--at-once 2] <script>…`: runs package.json scripts in parallel. Exits with 1 if one failed. */
const { values, positionals } = parseArgs({
  options: { 'at-once': { type: 'string', default: '2' } },
  allowPositionals: true,
})

const results = await pMap(positionals, run, { concurrency: Number(values['at-once']) })
process.exitCode = results.every((isPassed) => isPassed) ? 0 : 1

/** Prints the output when the script is done, so that parallel outputs don't mix. */
async function run(script: string): Promise<boolean> {
  const begun = performance.now()
  const child = spawn('npm', ['run', '--silent', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
    // Shares compiled code between the many Node processes.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, '../node_modules/.cache/node'), ...process.env },
  })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  const seconds = ((performance.now() - begun) / 1000).toFixed(0)
  console.log(`${script}: ${code === 0 ? 'passed' : 'FAILED'} (${seconds} s)\n${output}${errors}`.trimEnd())
  return code === 0
}
