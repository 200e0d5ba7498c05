/**
 * What the gate costs: the same page from the same host, once as a member's page (edge, one SQL statement, the
 * member written in) and once as a plain file that the edge does not cover. `npm run bench -- gate`.
 */
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import autocannon from 'autocannon'
import { BUILT_PROJECT } from '../support/built-project.ts'
import { readBuiltSite } from '../support/built-site.ts'
import { forkPortal } from './forked-portal.ts'

const UNGATED_PATH = '/_astro/ungated-home.html'
const CONNECTIONS = [1, 16, 64]
const WARM_UP_REQUESTS = 1000
const LATENCY_REQUESTS = 4000

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (options.help) {
  console.log('Usage: npm run bench -- gate [--seconds N] [--json]\nN is the time of each throughput run.')
} else {
  await bench()
}

async function bench(): Promise<void> {
  const root = rootWithUngatedCopy()
  const portal = await forkPortal({ root })
  try {
    const { siteUrl, cookie } = portal
    const gated = { url: `${siteUrl}/`, headers: { cookie } }
    const ungated = { url: siteUrl + UNGATED_PATH, headers: {} }

    const latency = await measureLatency(gated, ungated)
    const throughput = []
    for (const connections of CONNECTIONS) {
      const rates = {
        gated: await requestsPerSecond(gated, connections),
        ungated: await requestsPerSecond(ungated, connections),
      }
      throughput.push({ connections, ...rates, ratio: rates.gated / rates.ungated })
    }
    report(latency, throughput)
  } finally {
    await portal.stop()
    rmSync(root, { recursive: true })
  }
}

/** The build, with the home page a second time where the edge does not reach. The real build is not touched. */
function rootWithUngatedCopy(): string {
  const site = readBuiltSite()
  const root = mkdtempSync(join(tmpdir(), 'lanai-bench-'))
  cpSync(join(BUILT_PROJECT, 'dist'), join(root, 'dist'), { recursive: true })
  symlinkSync(join(BUILT_PROJECT, '.netlify'), join(root, '.netlify'))
  writeFileSync(join(root, 'dist', UNGATED_PATH), site.readProtected('index.html'))
  return root
}

/** One connection, one request at a time, gated and ungated in turn so that both meet the same machine. */
async function measureLatency(gated: Target, ungated: Target): Promise<{ gated: Spread; ungated: Spread }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times = { gated: [] as number[], ungated: [] as number[] }
  for (let n = 0; n < WARM_UP_REQUESTS + LATENCY_REQUESTS; n++) {
    const gatedMs = await timeRequest(gated, agent)
    const ungatedMs = await timeRequest(ungated, agent)
    if (n < WARM_UP_REQUESTS) continue
    times.gated.push(gatedMs)
    times.ungated.push(ungatedMs)
  }
  agent.destroy()
  return { gated: spread(times.gated), ungated: spread(times.ungated) }
}

async function timeRequest({ url, headers }: Target, agent: Agent): Promise<number> {
  const start = performance.now()
  await new Promise<void>((resolve, reject) => {
    get(url, { agent, headers }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url}: ${answer.statusCode ?? 0}`))
      answer.resume().once('end', resolve)
    }).once('error', reject)
  })
  return performance.now() - start
}

async function requestsPerSecond({ url, headers }: Target, connections: number): Promise<number> {
  const result = await autocannon({ url, headers, connections, duration: Number(options.seconds) })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`)
  return result.requests.average
}

function report(latency: { gated: Spread; ungated: Spread }, throughput: Throughput[]): void {
  const addedMs = latency.gated.median - latency.ungated.median
  if (options.json) {
    console.log(JSON.stringify({ latency, addedMs, throughput }, null, 2))
    return
  }
  console.log('One request at a time, milliseconds')
  console.table({ gated: rounded(latency.gated), ungated: rounded(latency.ungated) })
  console.log(`The gate adds ${addedMs.toFixed(2)} ms at the median.\n\nRequests per second`)
  console.table(
    throughput.map(({ connections, gated, ungated, ratio }) => ({
      connections,
      gated: Math.round(gated),
      ungated: Math.round(ungated),
      ratio: Number(ratio.toFixed(2)),
    })),
  )
}

function spread(times: number[]): Spread {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
  return { median: at(0.5), p95: at(0.95), p99: at(0.99) }
}

function rounded(values: Spread): Record<string, number> {
  return Object.fromEntries(
    Object.entries(values).map(([name, ms]) => [name, Number((ms as number).toFixed(2))]),
  )
}

interface Target {
  url: string
  headers: Record<string, string>
}

interface Spread {
  median: number
  p95: number
  p99: number
}

interface Throughput {
  connections: number
  gated: number
  ungated: number
  ratio: number
}
