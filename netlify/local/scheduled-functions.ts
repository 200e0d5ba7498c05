import { randomUUID } from 'node:crypto'
import { globSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundle } from '../../tools/bundle.ts'

/** Inside the project, so that a bundle finds the project's packages. */
const BUNDLES = '.netlify/scheduled'

/**
 * Bundles and imports the functions of `netlify/scheduled`, as a build does for Netlify; Node alone does not read the TSX
 * of the mail templates.
 */
export async function loadScheduledFunctions(root: string): Promise<ScheduledFunction[]> {
  const sources = globSync('netlify/scheduled/*.ts', { cwd: root })
  if (sources.length === 0) return []

  // Two portals on one machine must not read what the other is writing.
  const directory = join(root, BUNDLES, randomUUID())
  try {
    const files = await bundle(root, sources, directory)
    const modules = await Promise.all(files.map(load))
    return modules.flatMap(({ name, schedule, run }) => (schedule ? [{ name, schedule, run }] : []))
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

async function load(file: string) {
  const { default: run, config } = (await import(pathToFileURL(file).href)) as FunctionModule
  return { name: basename(file, '.mjs'), schedule: config?.schedule, run }
}

export interface ScheduledFunction {
  name: string
  /** Five fields of cron, in UTC. */
  schedule: string
  run: (request: Request) => Promise<Response>
}

interface FunctionModule {
  default: ScheduledFunction['run']
  config?: { schedule?: string }
}
