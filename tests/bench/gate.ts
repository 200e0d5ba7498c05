/**
 * What the gate costs: the same page from the same host, once as a member's page (edge, one SQL statement, the
 * member written in) and once as a plain file that the edge does not cover. `npm run bench`.
 */
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import autocannon from 'autocannon'
import bringBuiltProjectUpToDate, { BUILT_PROJECT } from '../support/built-project.ts'
import { readBuiltSite } from '../support/built-site.ts'
import { forkPortal } from './forked-portal.ts'

const UNGATED_PATH = '/_astro/ungated-home.html'
const CONNECTIONS = [1, 16, 64]
const WARM_UP_REQUESTS = 1000
const LATENCY_REQUESTS = 4000

const { values: options } = parseArgs({ options: { seconds: { type: 'string', default: '5' } } })

await bringBuiltProjectUpToDate()
const root = rootWithUngatedCopy()
const portal = await forkPortal(root)
try {
  const gated = { url: `${portal.siteUrl}/`, headers: { cookie: portal.cookie } }
  const ungated = { url: portal.siteUrl + UNGATED_PATH, headers: {} }
  console.log('One request at a time, milliseconds')
  console.table(await measureLatency(gated, ungated))
  console.log('Requests per second')
  const rates: object[] = []
  for (const connections of CONNECTIONS) {
    const [withGate, without] = [await rateOf(gated, connections), await rateOf(ungated, connections)]
    const ratio = (withGate / without).toFixed(2)
    rates.push({ connections, gated: Math.round(withGate), ungated: Math.round(without), ratio })
  }
  console.table(rates)
} finally {
  await portal.stop()
  rmSync(root, { recursive: true })
}

/** The build, with the home page a second time where the edge does not reach. The real build is not touched. */
function rootWithUngatedCopy(): string {
  const copy = mkdtempSync(join(tmpdir(), 'lanai-bench-'))
  cpSync(join(BUILT_PROJECT, 'dist'), join(copy, 'dist'), { recursive: true })
  symlinkSync(join(BUILT_PROJECT, '.netlify'), join(copy, '.netlify'))
  writeFileSync(join(copy, 'dist', UNGATED_PATH), readBuiltSite().readProtected('index.html'))
  return copy
}

/** One connection, one request at a time, gated and ungated in turn so that both meet the same machine. */
async function measureLatency(gated: Target, ungated: Target) {
  const times: Record<'gated' | 'ungated', number[]> = { gated: [], ungated: [] }
  for (let n = 0; n < WARM_UP_REQUESTS + LATENCY_REQUESTS; n++) {
    times.gated.push(await timeRequest(gated))
    times.ungated.push(await timeRequest(ungated))
  }
  const figuresOf = (all: number[]) => {
    const sorted = all.slice(WARM_UP_REQUESTS).sort((a, b) => a - b)
    const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? NaN).toFixed(2)
    return { median: at(0.5), p95: at(0.95), p99: at(0.99) }
  }
  return { gated: figuresOf(times.gated), ungated: figuresOf(times.ungated) }
}

async function timeRequest({ url, headers }: Target): Promise<number> {
  const start = performance.now()
  const answer = await fetch(url, { headers })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
  return performance.now() - start
}

async function rateOf(target: Target, connections: number): Promise<number> {
  const result = await autocannon({ ...target, connections, duration: Number(options.seconds) })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${target.url}: ${result.non2xx} refused, ${result.errors} failed`)
  return result.requests.average
}

interface Target {
  url: string
  headers: Record<string, string>
}
