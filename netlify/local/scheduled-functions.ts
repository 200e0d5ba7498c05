import { randomUUID } from 'node:crypto'
import { globSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'

/** Inside the project, so that a bundle finds the project's packages. */
const BUNDLES = '.netlify/scheduled'

/**
 * Bundles and imports the functions of `netlify/functions` that have a schedule. The bundling is what Netlify does at
 * a deploy too; Node alone does not read the TSX of the mail templates.
 */
export async function loadScheduledFunctions(root: string): Promise<ScheduledFunction[]> {
  const sources = globSync('netlify/functions/*.ts', { cwd: root })
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

/** One file each, with what is imported later inside, so that nothing is read after the import. */
export async function bundle(root: string, sources: string[], directory: string): Promise<string[]> {
  await build({
    absWorkingDir: root,
    entryPoints: sources,
    outdir: directory,
    entryNames: '[name]',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node24',
    jsx: 'automatic',
    sourcemap: 'inline',
    logLevel: 'silent',
  })
  return sources.map((source) => join(directory, basename(source).replace(/\.tsx?$/, '.mjs')))
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
