import { randomUUID } from 'node:crypto'
import { globSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { Cron } from 'croner'
import { bundle } from '../../tools/bundle.ts'

/**
 * Runs the functions by their cron schedule, as Netlify does, and all of them once at the start. Logs a function that fails and
 * runs it again on schedule. @throws when a schedule can't be read.
 */
export function startScheduler(functions: ScheduledFunction[]) {
  const jobs = functions.map(start)
  return {
    // Gives running functions a second to finish.
    async close() {
      for (const job of jobs) job.stop()
      for (let tries = 0; tries < 20 && jobs.some((job) => job.isBusy()); tries++) await sleep(50)
    },
  }
}

function start({ name, schedule, run }: ScheduledFunction): Cron {
  const report = (error: unknown) => {
    console.error(`${name} failed:`, error)
  }
  const options = { timezone: 'UTC', catch: report }
  const job = new Cron(schedule, options, async (due: Cron) => {
    const body = JSON.stringify({ next_run: due.nextRun() })
    await run(new Request('http://localhost/', { method: 'POST', body }))
  })
  void job.trigger()
  return job
}

/** Those of a finished build. Writes nothing, because the code may belong to another user. */
export async function loadBuiltFunctions(root: string): Promise<ScheduledFunction[]> {
  return importFunctions(globSync(join(root, '.netlify/v1/functions/*.mjs')))
}

/** Bundles those in `netlify/scheduled`, because Node can't import the TSX of the email templates. */
export async function bundleFunctions(root: string): Promise<ScheduledFunction[]> {
  const sources = globSync('netlify/scheduled/*.ts', { cwd: root })
  // Inside the project so that packages resolve; a random name so that two portals don't share files.
  const directory = join(root, '.netlify/scheduled', randomUUID())
  try {
    return await importFunctions(await bundle(root, sources, directory))
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

function importFunctions(files: string[]): Promise<ScheduledFunction[]> {
  return Promise.all(
    files.map(async (file) => {
      const { default: run, config } = (await import(pathToFileURL(file).href)) as {
        default: ScheduledFunction['run']
        config: { schedule: string }
      }
      return { name: basename(file, '.mjs'), schedule: config.schedule, run }
    }),
  )
}

export interface ScheduledFunction {
  name: string
  schedule: string
  run: (request: Request) => Promise<Response>
}
