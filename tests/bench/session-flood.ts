/**
 * What made-up session cookies do to members: well-formed ones, each asked for once, on many connections at once,
 * from one address and from as many addresses as connections. `npm run bench -- session-flood`. Needs a
 * machine that has all of 127.0.0.0/8, as Linux has.
 */
import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { signedInMember } from '../support/signed-in-member.ts'
import { forkPortal, type ForkedPortal } from './forked-portal.ts'
import type { FloodResult, FloodTask } from './session-flood-worker.ts'

const ASK_EVERY_MS = 50
const WARM_UP_PAGES = 40
/** So many members come for the first time during the flood, one after the other. */
const NEWCOMERS = 8
const NEWCOMER_EVERY_MS = 120

const { values: options } = parseArgs({
  options: {
    requests: { type: 'string', default: '4000' },
    connections: { type: 'string', default: '200' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (options.help) {
  console.log('Usage: npm run bench -- session-flood [--requests N] [--connections N] [--json]')
} else {
  await bench()
}

async function bench(): Promise<void> {
  for (const from of ['one address', 'many addresses'] as const) {
    report(from, await measure(from))
  }
}

/** A portal and a database of its own for each flood, so that none remembers another. */
async function measure(from: FloodTask['from']): Promise<Result> {
  let log = ''
  const portal = await forkPortal({ onLog: (text) => (log += text) })
  try {
    const members = await signIn(portal)
    const known = visitor(portal, members.known, '127.9.0.1')
    const neighbour = visitor(portal, members.neighbour, from === 'one address' ? '127.0.0.1' : '127.1.0.0')
    await Promise.all([visitTimes(WARM_UP_PAGES, known), visitTimes(WARM_UP_PAGES, neighbour)])
    const before = await visitTimes(20, known)

    const flooding = flood(portal, from)
    const isOver = flag(flooding)
    const [knownVisits, neighbourVisits, newcomers] = await Promise.all([
      visitUntil(isOver, known),
      visitUntil(isOver, neighbour),
      comeUntil(isOver, portal, members.newcomers),
    ])
    const { answers, seconds } = await flooding
    return {
      answers,
      seconds,
      logLines: log.split('\n').filter((line) => line.includes('gate_')).length,
      waits: {
        'known, before the flood': summary(before),
        known: summary(knownVisits),
        'known, at an address of the flood': summary(neighbourVisits),
        'first request during the flood': summary(newcomers.first),
        'the same until admitted': summary(newcomers.admitted),
      },
    }
  } finally {
    await portal.stop()
  }
}

async function signIn(portal: ForkedPortal) {
  const cookieOf = (name: string) =>
    signedInMember(portal, { email: `${name}@example.com`, status: 'approved' })
  const newcomers: string[] = []
  for (let n = 0; n < NEWCOMERS; n++) newcomers.push(await cookieOf(`newcomer-${n}`))
  return { known: portal.cookie, neighbour: await cookieOf('neighbour'), newcomers }
}

async function flood(portal: ForkedPortal, from: FloodTask['from']): Promise<FloodResult> {
  const [requests, connections] = [Number(options.requests), Number(options.connections)]
  const task: FloodTask = { ...target(portal), requests, connections, from }
  const worker = new Worker(new URL('./session-flood-worker.ts', import.meta.url), { workerData: task })
  const [result] = (await once(worker, 'message')) as [FloodResult]
  return result
}

/** Asks at each beat whether or not it has been answered, as long as the flood lasts. */
async function visitUntil(isOver: () => boolean, visit: () => Promise<Visit>): Promise<Visit[]> {
  const visits: Promise<Visit>[] = []
  while (!isOver()) {
    visits.push(visit())
    await sleep(ASK_EVERY_MS)
  }
  return Promise.all(visits)
}

async function visitTimes(times: number, visit: () => Promise<Visit>): Promise<Visit[]> {
  let left = times
  return visitUntil(() => left-- === 0, visit)
}

async function comeUntil(isOver: () => boolean, portal: ForkedPortal, cookies: string[]) {
  const coming = cookies.map(async (cookie, n) => {
    await sleep((n + 1) * NEWCOMER_EVERY_MS)
    if (isOver()) return null
    const visit = visitor(portal, cookie, `127.8.0.${n + 1}`)
    const start = performance.now()
    const first = await visit()
    let last = first
    while (last.status !== '200') {
      await sleep(ASK_EVERY_MS)
      last = await visit()
    }
    return { first, admitted: { status: last.status, ms: performance.now() - start } }
  })
  const came = (await Promise.all(coming)).filter((each) => each !== null)
  return { first: came.map(({ first }) => first), admitted: came.map(({ admitted }) => admitted) }
}

function visitor(portal: ForkedPortal, cookie: string, localAddress: string): () => Promise<Visit> {
  const agent = new Agent({ keepAlive: true })
  const { url, host } = target(portal)
  return async () => {
    const start = performance.now()
    const status = await new Promise<string>((resolve) => {
      get(url, { agent, localAddress, headers: { host, cookie } }, (answer: IncomingMessage) => {
        answer.resume().once('end', () => {
          resolve(String(answer.statusCode))
        })
      }).once('error', () => {
        resolve('failed')
      })
    })
    return { status, ms: performance.now() - start }
  }
}

function target({ siteUrl }: ForkedPortal): { url: string; host: string } {
  const { host, port } = new URL(siteUrl)
  return { url: `http://127.0.0.1:${port}/leaderboard`, host }
}

function flag(done: Promise<unknown>): () => boolean {
  let isDone = false
  void done.finally(() => (isDone = true))
  return () => isDone
}

function summary(visits: Visit[]): Summary {
  const sorted = visits.map(({ ms }) => ms).sort((a, b) => a - b)
  const at = (share: number) =>
    Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN)
  return { visits: visits.length, ...byStatus(visits), median: at(0.5), p95: at(0.95), longest: at(1) }
}

function byStatus(visits: Visit[]): { answers: string } {
  const groups = Object.entries(Object.groupBy(visits, ({ status }) => status))
  return { answers: groups.map(([status, group]) => `${group?.length ?? 0} x ${status}`).join(', ') }
}

function report(from: FloodTask['from'], result: Result): void {
  if (options.json) {
    console.log(JSON.stringify({ from, ...result }, null, 2))
    return
  }
  const { answers, seconds, logLines, waits } = result
  console.log(
    `\n${options.requests} made-up sessions on ${options.connections} connections from ${from}, answered in ${seconds.toFixed(2)} s:`,
    answers,
    `${logLines} lines of the gate in the log`,
  )
  console.log("Members' pages, milliseconds")
  console.table(waits)
}

interface Visit {
  status: string
  ms: number
}

interface Summary {
  visits: number
  answers: string
  median: number
  p95: number
  longest: number
}

interface Result extends FloodResult {
  logLines: number
  waits: Record<string, Summary>
}
