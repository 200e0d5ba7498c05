import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

/** `npm run bench -- <name>`: measures one thing on this machine, alone. Without a name, what there is to measure. */
const benches: Record<string, Bench> = {
  gate: { does: 'the same page with and without the gate: latency and requests a second', needs: 'a build' },
  load: {
    does: 'members’ traffic on 1 to 256 connections, more than can be served, memory; a soak',
    needs: 'a build, Linux',
  },
  timing: { does: 'whether time tells that an account exists', needs: 'a build' },
  stall: { does: 'how long one request keeps another visitor waiting, whatever it brings', needs: 'a build' },
  'sign-in-flood': { does: '200 sign-ins at once: answers, waiting, memory', needs: 'a build, Linux' },
  avatar: {
    does: 'a phone’s photograph, a decompression bomb and the worst pictures taken',
    needs: 'a build',
  },
  visit: {
    does: 'from one page to the next, to a video, and a page whose member was denied meanwhile',
    needs: 'a build',
  },
  playlist: {
    does: 'the search with 500 videos in ten cohorts, all transcribed: key to hit, what is fetched before',
    needs: 'a browser',
  },
}

const HELP = `npm run bench -- <name> [options]

${Object.entries(benches)
  .map(([name, { does, needs }]) => `  ${name.padEnd(14)} ${does} (needs ${needs})`)
  .join('\n')}

Options are the bench's own: \`npm run bench -- gate --help\` lists them.
Exit status: the bench's own, 2 for a name that is none.`

const [name = '', ...options] = process.argv.slice(2)
const bench = Object.hasOwn(benches, name) ? benches[name] : undefined

if (bench) process.exitCode = run(name, bench, options)
else if (name === '' || name === '--help') console.log(HELP)
else {
  console.error(`There is no bench "${name}".\n\n${HELP}`)
  process.exitCode = 2
}

/** @returns its exit status. */
function run(called: string, { does, needs, test, takes = [] }: Bench, args: string[]): number {
  if (test && args.includes('--help')) {
    console.log(`${does}. Options: ${takes.map((name) => `--${name} N`).join(', ') || 'none'}.`)
    return 0
  }
  if (needs.startsWith('a build') && !args.includes('--help')) bringBuildUpToDate()
  const program = test ? 'vitest' : process.execPath
  const words = test ? ['run', '--project', 'unit', test] : [join(import.meta.dirname, `${called}.ts`)]
  const options = Object.fromEntries(takes.map((name) => [name, { type: 'string' } as const]))
  const { values } = test ? parseArgs({ args, options }) : { values: {} }
  const numbers = Object.entries(values).map(([name, value]) => [name.toUpperCase(), String(value)])
  const env = { ...process.env, BENCH: called, ...(Object.fromEntries(numbers) as Record<string, string>) }
  return spawnSync(program, test ? words : [...words, ...args], { stdio: 'inherit', env }).status ?? 1
}

/** What it says goes beside the figures. */
function bringBuildUpToDate(): void {
  const program = join(import.meta.dirname, '../support/built-project.ts')
  spawnSync(process.execPath, [program], { stdio: ['ignore', process.stderr.fd, 'inherit'] })
}

interface Bench {
  does: string
  needs: string
  /** A test that does the whole of it when it is called as a bench; the suite does a small one. */
  test?: string
  /** Numbers that such a test takes as options. */
  takes?: string[]
}
