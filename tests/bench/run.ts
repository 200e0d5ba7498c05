import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** `npm run bench -- <name>`: measures one thing on this machine, alone. Without a name, what there is to measure. */
const benches: Record<string, string> = {
  gate: 'the same page with and without the gate: latency and requests a second',
  visit: 'from one page to the next, to a video, and the replacement of a denied member’s page',
}

const [name = '', ...options] = process.argv.slice(2)
if (Object.hasOwn(benches, name)) {
  const program = join(import.meta.dirname, `${name}.ts`)
  process.exitCode = spawnSync(process.execPath, [program, ...options], { stdio: 'inherit' }).status ?? 1
} else {
  const lines = Object.entries(benches).map(([bench, measures]) => `  ${bench.padEnd(10)} ${measures}`)
  console.log(['npm run bench -- <name>', '', ...lines].join('\n'))
  if (name && name !== '--help') process.exitCode = 2
}
