import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Stryker } from '@stryker-mutator/core'
import { startMigratedServer } from '../support/test-postgres.ts'
import { groups, type Group } from './groups.ts'

const ROOT = join(import.meta.dirname, '../..')

const HELP = `Changes the code in every small way that Stryker knows, one change at a time, and looks whether a test notices.

  npm run mutate -- [GROUP…] [--since REF] [--only FILE[:FROM-TO]…] [--minutes N] [--concurrency N]

  GROUP           ${groups.map(({ name }) => name).join(', ')} (default: all)
  --since REF     only the lines that are not as they are in that commit
  --only FILE     only these files, or these lines of them
  --minutes N     how long, at most; what is not looked at by then is said (default: as long as it takes)
  --concurrency   how many at a time (default: one for each processor but one)
  --help          this text

Prints every change that no test noticed, and writes test-results/mutation/<group>.json. Exit status 1 when the tests of a
group notice less than tests/mutation/groups.ts asks of them. docs/mutation.md says how to read it.`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    since: { type: 'string' },
    only: { type: 'string', multiple: true },
    minutes: { type: 'string' },
    concurrency: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

const unknown = positionals.filter((name) => !groups.some((group) => group.name === name))
if (unknown.length > 0) {
  console.error(`No group is called ${unknown.join(' or ')}.\n\n${HELP}`)
  process.exitCode = 2
} else if (values.help) console.log(HELP)
else await mutate(positionals)

async function mutate(names: readonly string[]): Promise<void> {
  const chosen = groups
    .filter(({ name }) => names.length === 0 || names.includes(name))
    .map((group) => ({
      ...group,
      wanted: choose(group.mutate.flatMap((glob) => globSync(glob, { cwd: ROOT }))),
    }))
    .filter(({ wanted }) => wanted.length > 0)
  console.log(`To be looked at: ${chosen.map(({ name }) => name).join(', ') || 'nothing'}`)
  if (chosen.length === 0) return
  if (values.minutes) stopAfter(Number(values.minutes))

  const { close, ...postgres } = await startMigratedServer()
  process.env.MUTATION_POSTGRES = JSON.stringify(postgres)
  try {
    for (const group of chosen) await mutateGroup(group)
  } finally {
    await close()
  }
}

/** A signal lets Stryker end its processes; what was found by then decides about the exit status. */
function stopAfter(minutes: number): void {
  const stop = () => {
    console.log('\nThe time is up. The rest is left to a run without --minutes.')
    const { exitCode = 0 } = process
    process.once('exit', () => (process.exitCode = exitCode))
    // While it prepares, Stryker does not listen yet.
    process.once('SIGINT', () => setTimeout(() => process.exit(), 10_000))
    process.kill(process.pid, 'SIGINT')
  }
  setTimeout(stop, minutes * 60_000).unref()
}

/** Stryker sets the exit status when the group's score is below what is asked. */
async function mutateGroup(group: Group & { wanted: string[] }): Promise<void> {
  const { name, wanted, tests, leavesAlone = [], ignoreStatic = false, atLeast } = group
  console.log(`\n${name}`)
  process.env.MUTATION_TESTS = JSON.stringify(tests)
  const stryker = new Stryker({
    mutate: wanted,
    mutator: { excludedMutations: [...leavesAlone] },
    ignoreStatic,
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    // Tests run the sources without checking types.
    disableTypeChecks: false,
    ignorePatterns: ['.lanai', '.netlify', 'coverage', 'dist', 'public', 'test-results'],
    tempDirName: '.netlify/mutation',
    reporters: ['clear-text', 'progress-append-only', 'json'],
    clearTextReporter: { allowEmojis: false, logTests: false, reportTests: false, skipFull: true },
    jsonReporter: { fileName: `test-results/mutation/${name}.json` },
    // A busy machine is no endless loop.
    timeoutMS: 15_000,
    thresholds: { high: 100, low: atLeast, break: atLeast },
    ...(values.concurrency && { concurrency: Number(values.concurrency) }),
    ...{ vitest: { configFile: 'tests/mutation/vitest.config.ts' } },
  })
  await stryker.runMutationTest()
}

/** Of these files what is to be changed: all of it, a file, or lines. */
function choose(files: readonly string[]): string[] {
  const { since, only } = values
  if (only) return only.filter((part) => files.includes(part.replace(/:[\d-]+$/, '')))
  return since ? linesSince(since, files) : [...files]
}

/** In Stryker's way to say it: `src/a.ts:10-12`. */
function linesSince(ref: string, files: readonly string[]): string[] {
  if (files.length === 0) return []
  const diff = execFileSync('git', ['diff', '--unified=0', '--no-color', ref, '--', ...files], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  return diff.split(/^diff --git /m).flatMap((part) => {
    const [, file] = /^\+\+\+ b\/(.+)$/m.exec(part) ?? []
    return [...part.matchAll(/^@@ -\S+ \+(\d+)(?:,(\d+))? @@/gm)].flatMap(([, from, count = '1']) => {
      const to = Number(from) + Number(count) - 1
      return file && count !== '0' ? [`${file}:${Number(from)}-${to}`] : []
    })
  })
}
