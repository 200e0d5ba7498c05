/**
 * What the portal bears: members' mixed traffic on more and more connections, then more of it than can be served, then what
 * is left in memory. `npm run bench -- load`.
 */
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { readBuiltSite } from '../support/built-site.ts'
import { installedPostgres, startInstalledPostgres } from '../support/installed-postgres.ts'
import { signedInMember } from '../support/signed-in-member.ts'
import { forkPortal, type ForkedPortal } from './forked-portal.ts'
import type { LoadResult, LoadRun, LoadTask, Sample } from './load-worker.ts'

const MEMBERS = 256
/** Until each of them has each page, and is known. */
const WARM_UP = { connections: 16, requests: MEMBERS * 12, seconds: 30 }
/** Four times as many as wait for their turn at the gate. */
const OVERLOAD_CONNECTIONS = 1024
const OVERLOAD_SECONDS = 5
/** Before memory at rest is read: the collector comes by when there is nothing else to do. */
const AT_REST_AFTER_MS = 15_000

/** In a soak: about 200 requests a second, an hour of which is a month of a cohort. */
const SOAK = { connections: 16, pauseMs: 75 }
const SOAK_BEGINS_MINUTE = 10
const MOST_GROWTH = 1.05

/** A member's page comes as at rest. */
const RECOVERED_MS = 100

const HELP = `Usage: npm run bench -- load [--connections 1,16,64,256] [--seconds N] [--database local|postgres]
       [--pages] [--soak MINUTES] [--json]

N is the time of each run. Without --database both: the one that \`npm start\` brings along, and the PostgreSQL that is installed on
this machine. --pages asks for pages alone. --soak lets members come at an even pace instead and reads the memory each
minute; ends with 1 when the last minute has over 5 % more than the tenth.`

const { values: options } = parseArgs({
  options: {
    connections: { type: 'string', default: '1,16,64,256' },
    seconds: { type: 'string', default: '5' },
    database: { type: 'string' },
    pages: { type: 'boolean', default: false },
    soak: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (options.help) console.log(HELP)
else await bench()

async function bench(): Promise<void> {
  for (const name of options.database ? [options.database] : ['local', 'postgres']) {
    const database = await openDatabase(name)
    const portal = await forkPortal({ database: database.url, onLog: () => undefined })
    try {
      const members = await signIn(portal)
      if (options.soak) await soak(name, portal, members, Number(options.soak))
      else report(name, await measure(portal, members))
      await members.terminate()
    } finally {
      await portal.stop()
      await database.close()
    }
  }
}

async function openDatabase(name: string): Promise<{ url?: string; close: () => Promise<void> }> {
  if (name === 'local') return { close: () => Promise.resolve() }
  const [folder] = name === 'postgres' ? installedPostgres() : []
  if (!folder) throw new Error(`There is no database "${name}" on this machine.`)
  const { databaseUrl, close } = await startInstalledPostgres(folder)
  return { url: databaseUrl, close }
}

async function signIn(portal: ForkedPortal): Promise<Worker> {
  const cookies: string[] = []
  for (let n = 0; n < MEMBERS; n++) {
    cookies.push(await signedInMember(portal, { email: `member-${n}@example.com`, status: 'approved' }))
  }
  const file = readBuiltSite().publicFiles.find((name) => /^_astro\/.*\.css$/.test(name))
  const workerData: LoadTask = {
    siteUrl: portal.siteUrl,
    cookies,
    file: `/${file ?? ''}`,
    isPagesOnly: options.pages,
  }
  return new Worker(new URL('./load-worker.ts', import.meta.url), { workerData })
}

async function measure(portal: ForkedPortal, members: Worker): Promise<Figures> {
  await sleep(AT_REST_AFTER_MS)
  const atRestMiB = await portal.residentMiB()
  await load(members, WARM_UP)
  const seconds = Number(options.seconds)
  const rows: Row[] = []
  for (const connections of options.connections.split(',').map(Number)) {
    const beganMs = await portal.processorMs()
    const run = await load(members, { connections, seconds })
    const processorMs = ((await portal.processorMs()) - beganMs) / run.samples.length
    const residentMiB = await portal.residentMiB()
    rows.push({ connections, ...summary(run.samples, seconds), processorMs, residentMiB })
  }
  const overload = await load(members, {
    connections: OVERLOAD_CONNECTIONS,
    seconds: OVERLOAD_SECONDS,
  })
  const recoveredMs = overload.lateMs + (await timeUntilRecovered(portal))
  const peakMiB = await portal.residentMiB()
  await sleep(AT_REST_AFTER_MS)
  return {
    rows,
    overload: { ...summary(overload.samples, OVERLOAD_SECONDS), recoveredMs },
    memory: { atRestMiB, afterOverloadMiB: peakMiB, atRestAgainMiB: await portal.residentMiB() },
  }
}

async function load(members: Worker, run: Partial<LoadRun> & Pick<LoadRun, 'connections' | 'seconds'>) {
  const whole: LoadRun = { requests: Infinity, pauseMs: 0, ...run }
  members.postMessage(whole)
  const [result] = (await once(members, 'message')) as [LoadResult]
  return result
}

/** Milliseconds until a member's page comes as fast as at rest. */
async function timeUntilRecovered({ siteUrl, cookie }: ForkedPortal): Promise<number> {
  const startMs = performance.now()
  for (;;) {
    const askedMs = performance.now()
    const answer = await fetch(siteUrl, { headers: { cookie } })
    await answer.arrayBuffer()
    if (answer.status === 200 && performance.now() - askedMs < RECOVERED_MS)
      return performance.now() - startMs
  }
}

async function soak(name: string, portal: ForkedPortal, members: Worker, minutes: number): Promise<void> {
  await load(members, WARM_UP)
  const residentMiB: number[] = []
  for (let minute = 1; minute <= minutes; minute++) {
    const { samples } = await load(members, { ...SOAK, seconds: 60 })
    residentMiB.push(Math.round(await portal.residentMiB()))
    const { pages, unexpected } = summary(samples, 60)
    console.error(
      `${name}, minute ${minute}: ${residentMiB.at(-1)} MiB, ${JSON.stringify({ pages, unexpected })}`,
    )
    if (unexpected > 0) process.exitCode = 1
  }
  const [begun, last] = [
    residentMiB[SOAK_BEGINS_MINUTE - 1] ?? residentMiB[0] ?? NaN,
    residentMiB.at(-1) ?? NaN,
  ]
  if (last > begun * MOST_GROWTH) process.exitCode = 1
  if (options.json) console.log(JSON.stringify({ database: name, residentMiB }))
  else console.log(`${name}: ${begun} MiB in the tenth minute, ${last} MiB in the last of ${minutes}.`)
}

function summary(samples: Sample[], seconds: number): Summary {
  const served = samples.filter(({ status }) => status === 200 || status === 304)
  const refused = samples.filter(({ status }) => status === 503)
  const pages = served.filter(({ kind }) => kind === 'page')
  return {
    requestsPerSecond: Math.round(served.length / seconds),
    pagesPerSecond: Math.round(pages.length / seconds),
    pages: spread(pages),
    others: spread(served.filter(({ kind }) => kind !== 'page')),
    refused: { count: refused.length, ...spread(refused) },
    unexpected: samples.length - served.length - refused.length,
  }
}

function spread(samples: Sample[]): Spread {
  const sorted = samples.map(({ ms }) => ms).sort((a, b) => a - b)
  const at = (share: number) =>
    Math.round(10 * (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)) / 10
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

function report(name: string, { rows, overload, memory }: Figures): void {
  if ([...rows, overload].some(({ unexpected }) => unexpected > 0)) process.exitCode = 1
  if (options.json) {
    console.log(JSON.stringify({ database: name, rows, overload, memory }, null, 2))
    return
  }
  const times = ({ p50, p95, p99 }: Spread) => `${p50} / ${p95} / ${p99}`
  const line = (row: Summary) => ({
    'requests/s': row.requestsPerSecond,
    'pages/s': row.pagesPerSecond,
    'pages: p50 / p95 / p99 ms': times(row.pages),
    'others ms': times(row.others),
    refused: row.refused.count,
    'refused ms': times(row.refused),
    unexpected: row.unexpected,
  })
  console.log(`\nMembers' traffic, database: ${name}`)
  console.table(
    Object.fromEntries([
      ...rows.map((row) => [
        row.connections,
        {
          ...line(row),
          'portal ms each': Number(row.processorMs.toFixed(2)),
          'resident MiB': Math.round(row.residentMiB),
        },
      ]),
      [OVERLOAD_CONNECTIONS, { ...line(overload), 'resident MiB': Math.round(memory.afterOverloadMiB) }],
    ]),
  )
  console.log(
    `After ${OVERLOAD_CONNECTIONS} connections a page came as at rest within ${overload.recoveredMs.toFixed(0)} ms.`,
    `Resident at rest: ${memory.atRestMiB.toFixed(0)} MiB before, ${memory.atRestAgainMiB.toFixed(0)} MiB after.`,
  )
}

interface Spread {
  p50: number
  p95: number
  p99: number
}

interface Summary {
  requestsPerSecond: number
  pagesPerSecond: number
  /** Milliseconds. */
  pages: Spread
  others: Spread
  refused: Spread & { count: number }
  /** Answers of another status, and connections that ended. */
  unexpected: number
}

interface Row extends Summary {
  connections: number
  /** The processor's time that the portal used for each request. */
  processorMs: number
  residentMiB: number
}

interface Figures {
  rows: Row[]
  overload: Summary & { recoveredMs: number }
  memory: { atRestMiB: number; afterOverloadMiB: number; atRestAgainMiB: number }
}
