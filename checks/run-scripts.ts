import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import pMap from 'p-map'

/** `node checks/run-scripts.ts <script>…`: runs scripts of package.json, two at a time, and fails when one has failed. */
const AT_ONCE = 2

const results = await pMap(process.argv.slice(2), run, { concurrency: AT_ONCE })
process.exitCode = results.every((isGood) => isGood) ? 0 : 1

/** What it says is shown when it is done, so that two do not talk at once. */
async function run(script: string): Promise<boolean> {
  const begun = performance.now()
  const child = spawn('npm', ['run', '--silent', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  const seconds = ((performance.now() - begun) / 1000).toFixed(0)
  console.log(`${script}: ${code === 0 ? 'good' : 'FAILED'} (${seconds} s)\n${output}${errors}`.trimEnd())
  return code === 0
}
