import { parseArgs } from 'node:util'
import { BUILT_PROJECT } from '../support/built-project.ts'
import type { Report, Task } from './report.ts'

const HELP = `Sends the gate requests that try to pass it, as whoever must not, until one does.

  npm run fuzz:gate -- [--host NAME] [--minutes N] [--requests N] [--seed N] [--only N] [--json]

  --host NAME    in-process: the gate's sources, and every tenth request the build's edge function and function;
                 sockets: the one-machine host over raw sockets; emulation: Netlify's; all: one after the other (default)
  --minutes N    how long, at most, on all of them together (default 30)
  --requests N   how many on each, at most (default: as many as fit)
  --seed N       the same seed asks the same (default: another one each time)
  --only N       only the request of this number, as a finding names it
  --json         the figures for programs
  --help         this text

Needs the tests' build: npm run test:gate makes it. Exit status 1 when a request was answered with anything protected, with a
200, 206 or 304 for it, with a failure, or differently than elsewhere; each such request is printed as short as it gets.`

const HOSTS = ['in-process', 'sockets', 'emulation'] as const

const { values } = parseArgs({
  options: {
    host: { type: 'string', default: 'all' },
    minutes: { type: 'string', default: '30' },
    requests: { type: 'string', default: String(Number.MAX_SAFE_INTEGER) },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000_000)) },
    only: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

if (values.help) console.log(HELP)
else await run()

async function run(): Promise<void> {
  const hosts = HOSTS.filter((name) => values.host === 'all' || values.host === name)
  if (hosts.length === 0) throw new Error(`There is no host ${values.host}.`)
  const minutes = Number(values.minutes) / hosts.length
  for (const host of hosts) {
    const report = await fuzz(host, {
      host,
      seed: Number(values.seed),
      requests: values.only === undefined ? Number(values.requests) : 1,
      untilMs: Date.now() + minutes * 60_000,
      only: values.only === undefined ? null : Number(values.only),
      onProgress: showProgress(),
      onFinding: (finding) => process.stderr.write(`\n${finding}\n\n`),
    })
    show(report)
    if (report.findings.length > 0) process.exitCode = 1
  }
}

async function fuzz(host: (typeof HOSTS)[number], task: Task): Promise<Report> {
  if (host === 'in-process') {
    const [{ fuzzInProcess }, { loadBuiltPortal }] = await Promise.all([
      import('./in-process.ts'),
      import('./built-portal.ts'),
    ])
    const quiet = silenceServer()
    try {
      return await fuzzInProcess(task, await loadBuiltPortal(BUILT_PROJECT))
    } finally {
      quiet()
    }
  }
  const { fuzzOverSockets } = await import('./over-sockets.ts')
  return fuzzOverSockets(task, { kind: host })
}

/** What the function logs of each request would be all that one sees. */
function silenceServer(): () => void {
  const { log, info, warn, error } = console
  const nothing = () => undefined
  Object.assign(console, { log: nothing, info: nothing, warn: nothing, error: nothing })
  return () => void Object.assign(console, { log, info, warn, error })
}

function showProgress(): (report: Report) => void {
  let toldAtMs = Date.now()
  return ({ host, requests, seconds, findings }) => {
    if (Date.now() - toldAtMs < 10_000) return
    toldAtMs = Date.now()
    const rate = Math.round(requests / seconds)
    process.stderr.write(`${host}: ${requests} requests, ${rate} a second, ${findings.length} findings\n`)
  }
}

function show({ figures }: Report): void {
  if (values.json) {
    console.log(JSON.stringify(figures, null, 2))
    return
  }
  const {
    host,
    seed,
    requests,
    compared,
    deliberate503,
    passing503,
    seconds,
    perSecond,
    byStatus,
    byClass,
    findings,
  } = figures
  console.log(
    `${host}: ${requests} requests in ${Math.round(seconds)} s (${perSecond} a second), seed ${seed}`,
  )
  if (compared > 0) console.log(`  ${compared} of them at the edge and in the function as well`)
  if (deliberate503 > 0) console.log(`  ${deliberate503} were 503 by the limit on made-up sessions`)
  if (passing503 > 0)
    console.log(`  ${passing503} were 503 for a moment, and something else when asked again`)
  console.log(`  ${listed(byStatus)}\n  ${listed(byClass)}`)
  console.log(findings.length === 0 ? '  nothing found' : `  ${findings.length} findings`)
}

function listed(counts: Record<string, number>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')
}
