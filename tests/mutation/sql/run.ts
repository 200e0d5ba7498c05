import { parseArgs } from 'node:util'
import { describeError } from '../../../db/describe-error.ts'
import { equivalents } from './equivalents.ts'
import { hunt, sortOut, type Verdict } from './hunt.ts'
import { startMutantServer, type MutantServer } from './mutant-server.ts'
import type { Outcome } from './mutant-runner.ts'
import { NO_CHANGE, type Mutant } from './mutants.ts'
import { openTestFiles, ROOT, type TestFiles } from './test-files.ts'
import { filesFor, readSource, readTouched, recordTouched } from './touched.ts'

const HELP = `Makes small faults in the SQL of a migrated database, one at a time, and runs the contract tests that may notice: a condition
dropped, a comparison turned, a lock or a statement taken away, a grant widened or revoked, a constraint, an index, a trigger gone.

  npm run mutate:sql -- [--kind KIND] [--only TEXT] [--part N/M] [--json] [--list] [--record] [--help]

  --kind KIND   only code (functions, views), guard (constraints, indexes, triggers) or right (grants)
  --only TEXT   only mutants whose name has this text, such as a function's; may stand several times
  --part N/M    the Nth of M parts of them
  --list        print their names and run nothing
  --record      first run every file of tests once and write down which functions it calls (touched.json)
  --json        print the verdicts for programs
  --help        this text

Exit status: 0 every mutant was noticed; 1 one survived, or equivalents.ts names one that is not there any more.`

const { values } = parseArgs({
  options: {
    kind: { type: 'string' },
    only: { type: 'string', multiple: true, default: [] },
    part: { type: 'string', default: '1/1' },
    list: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

if (values.help) console.log(HELP)
else process.exitCode = await run()

async function run(): Promise<number> {
  const server = await startMutantServer()
  try {
    const { real, unknown } = sortOut(server.mutants, equivalents)
    for (const name of unknown) console.error(`equivalents.ts names a mutant that is not there: ${name}`)
    const chosen = choose(real)
    if (values.list) for (const { name } of chosen) console.log(name)
    const survived = values.list
      ? 0
      : report(await huntAll(server, chosen), server.mutants.length - real.length)
    return survived > 0 || unknown.length > 0 ? 1 : 0
  } catch (error) {
    console.error(describeError(error))
    return 1
  } finally {
    await server.close()
  }
}

function choose(mutants: Mutant[]): Mutant[] {
  const [part = 1, parts = 1] = values.part.split('/').map(Number)
  return mutants
    .filter(({ kind }) => values.kind === undefined || kind === values.kind)
    .filter(({ name }) => values.only.length === 0 || values.only.some((text) => name.includes(text)))
    .filter((_, n) => n % parts === part - 1)
}

async function huntAll(server: MutantServer, mutants: Mutant[]): Promise<Verdict[]> {
  const touched = values.record
    ? await withTestFiles(server, true, (files) => recordTouched(server, files))
    : readTouched()
  return withTestFiles(server, false, async (files) => {
    const sourceOf = readSource(ROOT)
    let done = 0
    return hunt(
      mutants,
      (mutant) => filesFor(mutant, touched, sourceOf),
      (file, batch) => runControlled(files, file, batch),
      (verdict) => tell(verdict, ++done, mutants.length),
    )
  })
}

async function withTestFiles<Result>(
  server: MutantServer,
  isKept: boolean,
  use: (files: TestFiles) => Promise<Result>,
) {
  const files = await openTestFiles(server, { isKept })
  try {
    return await use(files)
  } finally {
    await files.close()
  }
}

/** The database without a fault comes first: a file that fails on it notices nothing. */
async function runControlled(files: TestFiles, file: string, batch: Mutant[]): Promise<Outcome[]> {
  for (let tries = 0; tries < 2; tries++) {
    const [control, ...outcomes] = await files.run(file, [NO_CHANGE, ...batch])
    if (control === 'passed') return outcomes
  }
  console.error(`${file} fails by itself and notices nothing`)
  return batch.map(() => 'passed')
}

function tell(verdict: Verdict, done: number, all: number): void {
  if (verdict.is === 'survived') console.error(`survived: ${verdict.name}`)
  if (done % 50 === 0 || done === all) console.error(`${done} of ${all}`)
}

function report(verdicts: Verdict[], equivalent: number): number {
  const count = (is: Verdict['is']) => verdicts.filter((one) => one.is === is).length
  const [killed, survived, none] = [count('killed'), count('survived'), count('none')]
  if (values.json) console.log(JSON.stringify({ killed, survived, none, equivalent, verdicts }, null, 2))
  else
    console.log(
      `${killed} killed, ${survived} survived; ${none} that PostgreSQL does not take, ${equivalent} equivalent.`,
    )
  return survived
}
