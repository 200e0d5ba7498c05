import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * A copy of the build as a Netlify project of its own, in a temporary folder: with the settings that point the
 * emulation at a finished build, and with the variables that its edge runtime can get in no other way.
 */
export async function makeProject(root: string, env: Record<string, string>): Promise<string> {
  const project = await mkdtemp(join(tmpdir(), 'lanai-netlify-'))
  await cp(join(root, 'dist'), join(project, 'dist'), { recursive: true })
  await cp(join(root, '.netlify/v1'), join(project, '.netlify/v1'), { recursive: true })
  await runInPlace(join(project, '.netlify/v1/functions/ssr'))
  await writeFile(join(project, 'netlify.toml'), configuration(env), { mode: 0o600 })
  return project
}

/**
 * Before each request the emulation bundles the function anew, and all that it includes: 30 MB are copied for every
 * answer. Here the bundle is its entry alone, which finds the rest where this project has it.
 */
async function runInPlace(folder: string): Promise<void> {
  const path = join(folder, 'ssr.mjs')
  const entry = await readFile(path, 'utf8')
  const inPlace = entry
    .replace(`'./.netlify/build/`, `'${pathToFileURL(folder).href}/.netlify/build/`)
    .replace(`includedFiles: ['**/*']`, 'includedFiles: []')
  if (inPlace.includes(`'./`) || inPlace.includes('**/*'))
    throw new Error(`${path} is not as it is known here.`)
  await writeFile(path, inPlace)
}

/** A JSON string is a TOML string. */
function configuration(env: Record<string, string>): string {
  return [
    '[build]',
    'publish = "dist"',
    'edge_functions = ".netlify/v1/edge-functions"',
    '[build.environment]',
    ...Object.entries(env).map(([name, value]) => `${name} = ${JSON.stringify(value)}`),
    '[functions]',
    'directory = ".netlify/v1/functions"',
  ].join('\n')
}
