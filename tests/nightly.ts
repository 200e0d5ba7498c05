import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'

/** What takes too long for `npm test`. Each part says what it found; where chance decides, the seed says which. */
const parts: Record<string, Part> = {
  model: { run: ['model', '--minutes', '20'], isSeeded: true },
  'history-local': { run: ['history', '--operations', '101000', '--database', 'local'], isSeeded: true },
  'history-postgres': {
    run: ['history', '--operations', '101000', '--database', 'postgres'],
    isSeeded: true,
  },
  'fuzz-in-process': {
    run: ['fuzz:gate', '--host', 'in-process', '--requests', '10000000', '--minutes', '90'],
    isSeeded: true,
  },
  'fuzz-sockets': {
    run: ['fuzz:gate', '--host', 'sockets', '--requests', '1000000', '--minutes', '60'],
    isSeeded: true,
  },
  'fuzz-emulation': {
    run: ['fuzz:gate', '--host', 'emulation', '--requests', '50000', '--minutes', '60'],
    isSeeded: true,
  },
  kills: { run: ['bench', 'kills', '--kills', '1000'], isSeeded: true },
  notes: { run: ['bench', 'notes'] },
  approvals: { run: ['bench', 'approvals'] },
  'load-local': { run: ['bench', 'load', '--database', 'local'] },
  'load-postgres': { run: ['bench', 'load', '--database', 'postgres'] },
  soak: { run: ['bench', 'load', '--database', 'local', '--soak', '60'] },
  mutate: { run: ['mutate'] },
  'mutate-sql': { run: ['mutate:sql'] },
  browsers: { run: ['test:browsers'] },
}

const HELP = `npm run nightly [-- [PART…] [--seed N] [--json]]

The proofs that take longer than npm test may, one after the other:
${Object.entries(parts)
  .map(([name, { run }]) => `  ${name.padEnd(17)} npm run ${run[0]} -- ${run.slice(1).join(' ')}`.trimEnd())
  .join('\n')}

  PART…     these alone
  --seed N  for what chance decides (default: another one each time)
  --json    the last thing printed is the outcome of each part, for programs

Prints what each part prints, and how long it took. Exit status: 1 when a part failed, 2 for a part that is none.`

const { values, positionals } = parseArgs({
  options: { seed: { type: 'string' }, json: { type: 'boolean' }, help: { type: 'boolean' } },
  allowPositionals: true,
})
const unknown = positionals.filter((name) => !Object.hasOwn(parts, name))

if (values.help) console.log(HELP)
else if (unknown.length > 0) {
  console.error(`No such part: ${unknown.join(', ')}.\n\n${HELP}`)
  process.exitCode = 2
} else {
  const seed = values.seed ?? String(Math.floor(Math.random() * 1_000_000_000))
  const chosen = Object.entries(parts).filter(
    ([name]) => positionals.length === 0 || positionals.includes(name),
  )
  const outcomes = chosen.map(([name, part]) => runPart(name, part, seed))
  if (values.json) console.log(JSON.stringify({ seed, outcomes }, null, 2))
  else console.table(outcomes)
  if (outcomes.some(({ status }) => status !== 0)) process.exitCode = 1
}

function runPart(
  part: string,
  { run: [script = '', ...options], isSeeded = false }: Part,
  seed: string,
): Outcome {
  const all = isSeeded ? [...options, '--seed', seed] : options
  console.log(`\n${part}: npm run ${script} -- ${all.join(' ')}`)
  const begun = performance.now()
  const { status } = spawnSync('npm', ['run', '--silent', script, '--', ...all], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  return { part, status, minutes: Math.round((performance.now() - begun) / 6000) / 10 }
}

interface Part {
  /** A script of package.json, and its options. */
  run: string[]
  isSeeded?: boolean
}

interface Outcome {
  part: string
  /** Null when it was stopped. */
  status: number | null
  minutes: number
}
