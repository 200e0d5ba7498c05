/**
 * How long one request of a stranger or a member keeps everybody else waiting: every door, every shape that something
 * on the way parses, as large as the door takes, while another visitor asks for `/auth`. `npm run bench -- stall`, after a
 * build.
 */
import { once } from 'node:events'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { everyDoor, nameOf, type Door } from '../support/stall/doors.ts'
import { everyShape, type Shape } from '../support/stall/shapes.ts'
import { startSiege, type Attack, type Siege } from '../support/stall/siege.ts'
import type { VisitorQuestion } from './visitor.ts'

/** Nobody else may wait longer than this because of one request. */
const LONGEST_WAIT_MS = 250

const { values: options } = parseArgs({
  options: {
    repetitions: { type: 'string', default: '3' },
    minutes: { type: 'string', default: '30' },
    door: { type: 'string', default: '' },
    shape: { type: 'string', default: '' },
    rows: { type: 'string', default: '40' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (options.help) {
  console.log(
    `Usage: npm run bench -- stall [--repetitions N] [--minutes N] [--door TEXT] [--shape TEXT] [--rows N] [--json]

The worst of N repetitions counts. After that many minutes nothing new is begun.
--door and --shape take only those whose name has this in it; --rows prints the worst ones, 0 all of them.`,
  )
} else {
  await bench()
}

async function bench(): Promise<void> {
  const siege = await startSiege()
  const visitor = await startVisitor(siege.siteUrl())
  try {
    const doors = everyDoor().filter((door) => nameOf(door).includes(options.door))
    const shapes = everyShape.filter(({ name }) => name.includes(options.shape))
    report(await measureAll(siege, visitor, doors, shapes))
  } finally {
    await visitor.stop()
    await siege.stop()
  }
}

async function measureAll(siege: Siege, visitor: Visitor, doors: Door[], shapes: Shape[]): Promise<Row[]> {
  const until = performance.now() + Number(options.minutes) * 60_000
  const rows: Row[] = []
  for (const door of doors) {
    await siege.expectOpen(door)
    for (const shape of shapes) {
      if (performance.now() > until) {
        console.error('The time is over: the rest is not measured.')
        return rows
      }
      const row = await measure(siege, visitor, door, shape)
      if (row) rows.push(row)
    }
    if (process.stderr.isTTY) console.error(nameOf(door))
  }
  return rows
}

/** The worst of all repetitions; whatever has stopped the portal once is not repeated. */
async function measure(siege: Siege, visitor: Visitor, door: Door, shape: Shape): Promise<Row | null> {
  let worst: Row | null = null
  for (let n = 0; n < Number(options.repetitions); n++) {
    await visitor.longestMs()
    const attacked = siege.siteUrl()
    const attack = await siege.attack(door, shape)
    if (!attack) return null
    const row = { door: nameOf(door), shape: shape.name, ...attack, waitMs: await visitor.longestMs() }
    worst = worst ? worseOf(worst, row) : row
    if (siege.siteUrl() === attacked) continue
    await visitor.moveTo(siege.siteUrl())
    break
  }
  return worst
}

function worseOf(a: Row, b: Row): Row {
  const blockMs = Math.max(a.blockMs, b.blockMs)
  return { ...(b.blockMs > a.blockMs ? b : a), blockMs, waitMs: Math.max(a.waitMs, b.waitMs) }
}

async function startVisitor(siteUrl: string): Promise<Visitor> {
  const worker = new Worker(join(import.meta.dirname, 'visitor.ts'), { workerData: siteUrl })
  const ask = async (question: VisitorQuestion) => {
    worker.postMessage(question)
    const [longestMs] = (await once(worker, 'message')) as [number]
    return longestMs
  }
  await once(worker, 'online')
  return {
    longestMs: () => ask('longest?'),
    moveTo: (url) => ask({ siteUrl: url }),
    stop: () => worker.terminate(),
  }
}

function report(rows: Row[]): void {
  const sorted = rows.toSorted((a, b) => b.blockMs - a.blockMs || b.waitMs - a.waitMs)
  if (options.json) {
    console.log(JSON.stringify(sorted, null, 2))
    return
  }
  const shown = sorted.slice(0, Number(options.rows) || undefined)
  console.table(
    shown.map(({ door, shape, bytes, status, ms, waitMs, blockMs }) => ({
      door,
      shape,
      bytes,
      status: status ?? 'none',
      'took ms': Math.round(ms),
      'another waited ms': Math.round(waitMs),
      'blocked ms': Math.round(blockMs),
    })),
  )
  const count = (figure: (row: Row) => number) => {
    const longest = Math.max(...rows.map(figure)).toFixed(0)
    return `${longest} ms (over ${LONGEST_WAIT_MS} ms: ${rows.filter((row) => figure(row) > LONGEST_WAIT_MS).length})`
  }
  console.log(`${rows.length} requests. Another visitor waited at most ${count(({ waitMs }) => waitMs)};`)
  console.log(`the portal worked at one thing for at most ${count(({ blockMs }) => blockMs)}.`)
}

interface Row extends Attack {
  door: string
  shape: string
  /** The longest that another visitor waited. */
  waitMs: number
}

interface Visitor {
  /** Of all who asked since this was last asked, in milliseconds. */
  longestMs: () => Promise<number>
  moveTo: (siteUrl: string) => Promise<unknown>
  stop: () => Promise<unknown>
}
