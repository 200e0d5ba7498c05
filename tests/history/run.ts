import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import bringBuiltProjectUpToDate from '../support/built-project.ts'
import { installedPostgres, startInstalledPostgres } from '../support/installed-postgres.ts'
import { liveHistories, type Outcome } from './live.ts'
import type { HistoryPortalOptions, StartedPortal } from './portal-process.ts'
import { withoutLimits } from './without-limits.ts'
import { openOwner } from './world.ts'

const HELP = `Members browse, sign in and out and are renamed in 2 to 8 browsers while administrators decide about them by SQL, all at
the same time, at several portals over one database. Each answer is written down with when it was called and answered; then
it is judged whether the history of who may see can be explained by things that each happened at one moment (linearizable).

  npm run history -- [--operations N] [--minutes N] [--seed N] [--database local|postgres] [--portals N] [--at-once N] [--json]

  --operations N   how many (default 100,000)
  --minutes N      how long, at most (default 60)
  --seed N         the same seed does the same (default: another one each time)
  --database       local: the portal's own, as npm start keeps it (default);
                   postgres: the server at DATABASE_URL, or one that is installed on this machine
  --portals N      how many portals share the database (default 2)
  --at-once N      members at the same time (default 3)
  --json           the outcome for programs
  --help           this text

Exit status 1 when something that was seen cannot be explained; what went on around it is printed.`

const { values } = parseArgs({
  options: {
    operations: { type: 'string', default: '100000' },
    minutes: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000_000)) },
    database: { type: 'string', default: 'local' },
    portals: { type: 'string', default: '2' },
    'at-once': { type: 'string', default: '3' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

if (values.help) console.log(HELP)
else process.exitCode = (await run()).broken ? 1 : 0

async function run(): Promise<Outcome> {
  const [operations, seed] = [Number(values.operations), Number(values.seed)]
  await bringBuiltProjectUpToDate()
  const folder = await mkdtemp(join(tmpdir(), 'lanai-history-'))
  const server = values.database === 'postgres' ? await otherDatabase() : null
  const first = await startPortal({ dataFolder: folder, ...(server && { database: server.databaseUrl }) })
  const { databaseUrl } = first
  const others = Array.from({ length: Number(values.portals) - 1 }, () =>
    startPortal({ dataFolder: null, database: databaseUrl }),
  )
  const portals = [first, ...(await Promise.all(others))]
  const owner = openOwner(databaseUrl)
  await owner.query(withoutLimits)
  const { rows } = await owner.query<{ version: string }>('show server_version')
  const begun = performance.now()
  try {
    const sites = portals.map(({ siteUrl }) => siteUrl)
    const outcome = await liveHistories(
      { sites, databaseUrl, owner },
      {
        seed,
        operations,
        minutes: Number(values.minutes),
        atOnce: Number(values['at-once']),
        onProgress: progress(operations),
      },
    )
    const seconds = Math.round((performance.now() - begun) / 1000)
    const facts = {
      seed,
      database: `${values.database}, PostgreSQL ${rows[0]?.version ?? ''}`,
      seconds,
      ...outcome,
    }
    if (values.json) console.log(JSON.stringify(facts))
    else report(facts)
    return outcome
  } finally {
    await owner.end()
    for (const portal of portals.reverse()) await portal.stop()
    await server?.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function otherDatabase() {
  const address = process.env.DATABASE_URL
  if (address) return { databaseUrl: address, close: () => Promise.resolve() }
  const [installed] = installedPostgres()
  if (installed) return startInstalledPostgres(installed)
  throw new Error('There is no PostgreSQL here: install one, or set DATABASE_URL to an empty database.')
}

async function startPortal(
  options: HistoryPortalOptions,
): Promise<StartedPortal & { stop: () => Promise<void> }> {
  const portal = fork(join(import.meta.dirname, 'portal-process.ts'), [JSON.stringify(options)], {
    // Its log has a line for each action.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(portal, 'exit')
  const failed = ended.then(() => Promise.reject(new Error('A portal did not start.')))
  const [started] = (await Promise.race([once(portal, 'message'), failed])) as [StartedPortal]
  failed.catch(() => undefined)
  return {
    ...started,
    async stop() {
      portal.disconnect()
      await ended
    },
  }
}

function progress(operations: number) {
  let told = 0
  return (done: number) => {
    if (values.json || done < told + operations / 20) return
    told = done
    console.log(`${done} operations`)
  }
}

function report({ seed, database, seconds, operations, members, unanswered, did, broken }: Facts): void {
  console.log(
    `${operations} operations about ${members} members in ${seconds} s, seed ${seed}, ${database}; ` +
      `${unanswered} without an answer`,
  )
  for (const [deed, times] of Object.entries(did).sort(([, a], [, b]) => b - a))
    console.log(`  ${times} ${deed}`)
  if (!broken) console.log('Every answer is explained: the history is linearizable.')
  else
    console.log(
      ['Nothing explains this answer:', ...broken.around, 'The member was:', ...broken.states].join('\n'),
    )
}

interface Facts extends Outcome {
  seed: number
  database: string
  seconds: number
}
