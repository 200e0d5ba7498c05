import { randomUUID } from 'node:crypto'
import { globSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { Cron } from 'croner'
import { describeError } from '../../db/describe-error.ts'
import { bundle } from '../../tools/bundle.ts'

// Loading React for the first email takes a second or two.
const FIRST_RUN_TIMEOUT_MS = 15_000

const EFFECTS: Partial<Record<string, string>> = {
  'deliver-outbox': 'email doesn’t leave',
  sweep: 'what has expired isn’t deleted',
}

/**
 * Runs the functions by their cron schedule, as Netlify does. Waits for a first run of each, and returns a sentence for each that
 * failed. Logs later failures. A function that failed runs again on schedule.
 *
 * @param report is called with the functions whose latest run failed, after the first runs and after each change.
 * @throws when a schedule can't be read.
 */
export async function startScheduler(functions: ScheduledFunction[], report: (failed: string[]) => void) {
  const failures = await runFirst(functions)
  const failed = new Set(failures.keys())
  report([...failed])
  const jobs = functions.map(({ name, schedule, run }) => {
    const log = (error: unknown) => {
      console.error(`${name} failed:`, error)
    }
    return new Cron(schedule, { timezone: 'UTC', catch: log }, async (job: Cron) => {
      const failure = await failureOf(run, job)
      if (failure !== null) log(failure)
      const wasFailed = failed.delete(name)
      if (failure !== null) failed.add(name)
      if (wasFailed !== failed.has(name)) report([...failed])
    })
  })
  return {
    problems: [...failures].map(
      ([name, failure]) =>
        `${name} failed, so ${EFFECTS[name] ?? 'its work waits'}: ${describeError(failure)}. It’s tried again on its schedule, and npm run doctor says more.`,
    ),
    // Gives running functions a second to finish.
    async close() {
      for (const job of jobs) job.stop()
      for (let tries = 0; tries < 20 && jobs.some((job) => job.isBusy()); tries++) await sleep(50)
    },
  }
}

async function runFirst(functions: ScheduledFunction[]): Promise<Map<string, unknown>> {
  const late = `it hasn’t ended in ${FIRST_RUN_TIMEOUT_MS / 1000} s`
  const { info } = console
  // What they have done is no news at a start.
  console.info = () => undefined
  const runs = functions.map(async ({ name, schedule, run }) => {
    const timeout = sleep(FIRST_RUN_TIMEOUT_MS, late, { ref: false })
    return [name, await Promise.race([failureOf(run, new Cron(schedule)), timeout])] as const
  })
  const results = await Promise.all(runs).finally(() => (console.info = info))
  return new Map(results.filter(([, failure]) => failure !== null))
}

// null when it succeeds.
function failureOf(run: ScheduledFunction['run'], job: Cron): Promise<unknown> {
  const body = JSON.stringify({ next_run: job.nextRun() })
  return run(new Request('http://localhost/', { method: 'POST', body })).then(
    () => null,
    (error: unknown) => error,
  )
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
