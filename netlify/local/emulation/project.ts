import { cp, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A copy of the build as a Netlify project in a temporary folder: with the settings that point the emulation at a
 * finished build, and with the variables that its edge runtime can get in no other way.
 */
export async function makeProject(root: string, env: Record<string, string>): Promise<string> {
  const project = await mkdtemp(join(tmpdir(), 'lanai-netlify-'))
  for (const folder of ['dist', '.netlify/v1'])
    await cp(join(root, folder), join(project, folder), { recursive: true })
  await writeFile(join(project, 'netlify.toml'), configuration(env), { mode: 0o600 })
  return project
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
