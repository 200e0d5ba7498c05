/**
 * How long one request of a stranger or a member keeps another visitor waiting, who asks for `/auth` in the same moment: every
 * shape that a parser on the way reads, as large as its door takes. `npm run bench -- stall`, after a build.
 */
import { once } from 'node:events'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { doors, nameOf } from '../support/stall/doors.ts'
import { shapesFor } from '../support/stall/shapes.ts'
import { startSiege, type Attack } from '../support/stall/siege.ts'

/** Another visitor may wait no longer than this because of one request. */
const LONGEST_WAIT_MS = 250

const { values: options } = parseArgs({
  options: {
    repetitions: { type: 'string', default: '3' },
    door: { type: 'string', default: '' },
    shape: { type: 'string', default: '' },
    rows: { type: 'string', default: '40' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (options.help) {
  console.log(
    `Usage: npm run bench -- stall [--repetitions N] [--door TEXT] [--shape TEXT] [--rows N] [--json]

The worst of N repetitions counts. --door and --shape take only those whose name has this in it; --rows prints the
worst ones, 0 all of them.`,
  )
} else {
  report(await measureAll())
}

async function measureAll(): Promise<Row[]> {
  const siege = await startSiege()
  const visitor = new Worker(join(import.meta.dirname, 'visitor.ts'), { workerData: siege.siteUrl })
  const longestWaitMs = async () => {
    visitor.postMessage('longest?')
    const [ms] = (await once(visitor, 'message')) as [number]
    return ms
  }
  await once(visitor, 'online')
  const rows: Row[] = []
  for (const door of doors.filter((each) => nameOf(each).includes(options.door))) {
    for (const shape of shapesFor(door).filter(({ name }) => name.includes(options.shape))) {
      for (let n = 0; n < Number(options.repetitions); n++) {
        await longestWaitMs()
        const attack = await siege.attack(door, shape)
        rows.push({ door: nameOf(door), shape: shape.name, ...attack, waitMs: await longestWaitMs() })
      }
    }
  }
  await visitor.terminate()
  await siege.stop()
  return rows
}

function report(rows: Row[]): void {
  const sorted = rows.toSorted((a, b) => b.blockMs - a.blockMs || b.waitMs - a.waitMs)
  if (options.json) {
    console.log(JSON.stringify(sorted, null, 2))
    return
  }
  console.table(
    sorted
      .slice(0, Number(options.rows) || undefined)
      .map(({ door, shape, bytes, status, ms, waitMs, blockMs }) => ({
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
