import { randomUUID } from 'node:crypto'
import { globSync, watch, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { Cron } from 'croner'
import { bundle } from '../../tools/bundle.ts'

/** One touch of a file can be several events. */
const WAKE_DELAY_MS = 50

/** What a stop leaves to functions that are running. They must bear being cut off, as on any host. */
const CLOSE_GRACE_MS = 1_000

/**
 * Calls the scheduled functions of this project by their schedule, as Netlify does, and all of them once at the start:
 * what was left over from the last time need not wait. Touching the wake file has the outbox delivered at once. A
 * function that fails is reported and called again.
 */
export function startScheduler({ root, wakeFile }: SchedulerOptions): Scheduler {
  const running = new Set<Promise<void>>()
  const stops: (() => void)[] = []
  let isClosed = false

  const start = ({ name, schedule, run }: ScheduledFunction) => {
    const call = () => {
      const ended = run(scheduledRequest(job.nextRun()))
        .then(() => undefined, report(name))
        .finally(() => running.delete(ended))
      running.add(ended)
    }
    const job = new Cron(schedule, { timezone: 'UTC' }, call)
    stops.push(() => job.stop())
    if (name === 'deliver-outbox') stops.push(watchFile(wakeFile, call))
    call()
  }

  const started = loadScheduledFunctions(root).then((functions) => {
    if (!isClosed) functions.forEach(start)
  }, report('A scheduled function'))

  return {
    async close() {
      isClosed = true
      await started
      for (const stop of stops) stop()
      await Promise.race([Promise.all(running), sleep(CLOSE_GRACE_MS, undefined, { ref: false })])
    },
  }
}

/** Bundles and imports the functions of `netlify/scheduled`: Node alone does not read the TSX of the mail templates. */
export async function loadScheduledFunctions(root: string): Promise<ScheduledFunction[]> {
  const sources = globSync('netlify/scheduled/*.ts', { cwd: root })
  // Inside the project, where its packages are; two portals must not read what the other is writing.
  const directory = join(root, '.netlify/scheduled', randomUUID())
  try {
    const files = await bundle(root, sources, directory)
    return await Promise.all(
      files.map(async (file) => {
        const { default: run, config } = (await import(pathToFileURL(file).href)) as FunctionModule
        return { name: basename(file, '.mjs'), schedule: config.schedule, run }
      }),
    )
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** As Netlify's scheduler asks: it tells when it will ask next. */
function scheduledRequest(next: Date | null): Request {
  return new Request('http://localhost/', { method: 'POST', body: JSON.stringify({ next_run: next }) })
}

function watchFile(path: string, onTouch: () => void): () => void {
  let timer: NodeJS.Timeout | undefined
  writeFileSync(path, '', { mode: 0o600 })
  const watcher = watch(dirname(path), { persistent: false }, (_, name) => {
    if (name !== basename(path)) return
    clearTimeout(timer)
    timer = setTimeout(onTouch, WAKE_DELAY_MS)
  })
  // Without a watch the schedule delivers.
  watcher.on('error', () => watcher.close())
  return () => {
    clearTimeout(timer)
    watcher.close()
  }
}

function report(name: string) {
  return (error: unknown) => {
    console.error(`${name} failed:`, error)
  }
}

export interface SchedulerOptions {
  root: string
  wakeFile: string
}

export interface Scheduler {
  /** Lets what is running finish for a moment. */
  close(): Promise<void>
}

export interface ScheduledFunction {
  name: string
  /** Five fields of cron, in UTC. */
  schedule: string
  run: (request: Request) => Promise<Response>
}

interface FunctionModule {
  default: ScheduledFunction['run']
  config: { schedule: string }
}
