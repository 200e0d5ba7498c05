import { randomUUID } from 'node:crypto'
import { globSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { Cron } from 'croner'
import { bundle } from '../../tools/bundle.ts'

const CLOSE_GRACE_MS = 1_000

/**
 * Runs the scheduled functions by their cron schedule, as Netlify does, and all of them once at the start. Logs a function that
 * fails and runs it again on schedule.
 */
export function startScheduler(root: string) {
  const running = new Set<Promise<void>>()
  const jobs: Cron[] = []
  let isClosed = false

  const start = ({ name, schedule, run }: ScheduledFunction) => {
    const call = () => {
      const ended = run(scheduledRequest(job.nextRun()))
        .then(() => undefined, report(name))
        .finally(() => running.delete(ended))
      running.add(ended)
    }
    const job = new Cron(schedule, { timezone: 'UTC' }, call)
    jobs.push(job)
    call()
  }

  const started = loadScheduledFunctions(root).then((functions) => {
    if (!isClosed) functions.forEach(start)
  }, report('A scheduled function'))

  return {
    /** Gives running functions a moment to finish. */
    async close() {
      isClosed = true
      await started
      for (const job of jobs) job.stop()
      await Promise.race([Promise.all(running), sleep(CLOSE_GRACE_MS, undefined, { ref: false })])
    },
  }
}

/** Bundles and imports the functions in `netlify/scheduled`, because Node can't import the TSX of the email templates. */
export async function loadScheduledFunctions(root: string): Promise<ScheduledFunction[]> {
  const sources = globSync('netlify/scheduled/*.ts', { cwd: root })
  // Inside the project so that packages resolve; a random name so that two portals don't share files.
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

function scheduledRequest(next: Date | null): Request {
  return new Request('http://localhost/', { method: 'POST', body: JSON.stringify({ next_run: next }) })
}

function report(name: string) {
  return (error: unknown) => {
    console.error(`${name} failed:`, error)
  }
}

export interface ScheduledFunction {
  name: string
  /** Cron expression with five fields, in UTC. */
  schedule: string
  run: (request: Request) => Promise<Response>
}

interface FunctionModule {
  default: ScheduledFunction['run']
  config: { schedule: string }
}
