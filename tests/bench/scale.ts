import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { ServerMiddleware } from 'srvx'
import { migrate } from '../../db/migrator.ts'
import { startMailbox } from '../../netlify/local/mailbox/mailbox.ts'
import { startPostgres } from '../../netlify/local/postgres.ts'
import { PROJECT_ROOT } from '../../netlify/local/settings.ts'
import { startSqlEndpoint } from '../../netlify/local/sql-endpoint.ts'
import { bundle } from '../../tools/bundle.ts'
import { npmCommand, runCommand } from '../../tools/command.ts'
import { formatTable } from '../../db/admin/output.ts'
import type * as Measure from './measure.ts'

const command = npmCommand(
  'bench:scale',
  'Measures what grows with the number of people, on databases that are deleted afterwards: a reminder to all members by the local ' +
    'mailbox, and what /members, /people and its tab "Due" fetch. Progress goes to stderr.',
)
  .argument('[people...]', 'how many approved members (default: 300 3000 10000)')
  .option('--latency <ms>', 'how long the mailbox takes for each call', '100')
  .option('--no-mail', 'leave out sending the reminder, which takes longest')
  .option('--json', 'print the figures as JSON')
  .addHelpText('after', '\nExit status: 0 done, 2 wrong arguments.')

process.exitCode = await runCommand(command, process.argv.slice(2), async ({ json, latency, mail }, args) => {
  const sizes = args.length > 0 ? args.map(Number) : [300, 3000, 10_000]
  const latencyMs = Number(latency)
  if (![...sizes, latencyMs].every((each) => Number.isInteger(each) && each >= 0))
    command.error('Give whole numbers.', { exitCode: 2 })
  // Node can't import the TSX of emails.
  const folder = join(PROJECT_ROOT, '.netlify/bench', randomUUID())
  try {
    const [file = ''] = await bundle(PROJECT_ROOT, ['tests/bench/measure.ts'], folder)
    const { measure } = (await import(pathToFileURL(file).href)) as typeof Measure
    const figures: Measure.Figures[] = []
    for (const people of sizes) {
      await using services = await startServices(latencyMs)
      figures.push(await measure({ people, latencyMs, sends: Boolean(mail), ...services }))
    }
    console.log(json ? JSON.stringify(figures, null, 2) : toTable(figures))
    return 0
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

function toTable(figures: Measure.Figures[]): string {
  const names = Object.keys(figures[0] ?? {}) as (keyof Measure.Figures)[]
  const [heading = [], ...rows] = names.map((name) => [name, ...figures.map((each) => String(each[name]))])
  return formatTable(heading, rows)
}

async function startServices(latencyMs: number) {
  const started = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'lanai-bench-'))
  started.defer(() => rm(folder, { recursive: true, force: true }))
  const directory = join(folder, 'data')
  const postgres = await startPostgres({ directory, port: 0, password: randomUUID(), isDurable: false })
  started.defer(() => postgres.close())
  await migrate(postgres.url)
  const endpoint = await startSqlEndpoint(postgres.url)
  started.defer(() => endpoint.close())
  const wait: ServerMiddleware = (_, next) => sleep(latencyMs).then(next)
  const mailbox = await startMailbox({ directory: null, port: 0, middleware: [wait] })
  started.defer(() => mailbox.close())
  const database = { databaseUrl: postgres.url, roleUrls: postgres.roleUrls, httpUrl: endpoint.url }
  return { database, mailbox, [Symbol.asyncDispose]: () => started.disposeAsync() }
}
