import { randomUUID } from 'node:crypto'
import { globSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { Cron } from 'croner'
import { bundle } from '../../tools/bundle.ts'

/**
 * Runs the scheduled functions by their cron schedule, as Netlify does, and all of them once at the start. Logs a function that
 * fails and runs it again on schedule.
 */
export function startScheduler(root: string) {
  const started = loadScheduledFunctions(root)
    .then((functions) => functions.map(start))
    .catch(report('The scheduler'))
  return {
    // Gives running functions a second to finish.
    async close() {
      const jobs = (await started) ?? []
      for (const job of jobs) job.stop()
      for (let tries = 0; tries < 20 && jobs.some((job) => job.isBusy()); tries++) await sleep(50)
    },
  }
}

function start({ name, schedule, run }: ScheduledFunction): Cron {
  const options = { timezone: 'UTC', catch: report(name) }
  const job = new Cron(schedule, options, async (due: Cron) => {
    const body = JSON.stringify({ next_run: due.nextRun() })
    await run(new Request('http://localhost/', { method: 'POST', body }))
  })
  void job.trigger()
  return job
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
        const { default: run, config } = (await import(pathToFileURL(file).href)) as {
          default: ScheduledFunction['run']
          config: { schedule: string }
        }
        return { name: basename(file, '.mjs'), schedule: config.schedule, run }
      }),
    )
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

function report(name: string) {
  return (error: unknown) => {
    console.error(`${name} failed:`, error)
  }
}

export interface ScheduledFunction {
  name: string
  schedule: string
  run: (request: Request) => Promise<Response>
}
