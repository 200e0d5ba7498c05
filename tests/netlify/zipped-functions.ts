import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { BUNDLER, installBundler } from './bundler/install.ts'
import { walkFolder } from '../../tools/walk-folder.ts'
import { bareEnv } from '../support/npm-script.ts'
import { BUILT_PROJECT } from '../support/built-project.ts'
import type { Answer, Ask } from '../support/call-function.ts'

/** The functions of the tests' build as Netlify's own bundler packs them, zipped and laid out. The caller removes the folder. */
export async function zipBuiltFunctions(): Promise<ZippedFunctions> {
  installBundler()
  const folder = mkdtempSync(join(tmpdir(), 'lanai-functions-'))
  const zipped = await pack(folder, 'zip')
  await pack(folder, 'none')
  return {
    folder,
    functions: zipped.map(({ name, path, schedule }) => ({
      name,
      schedule,
      bytes: statSync(path).size,
      files: walkFolder(join(folder, name)),
    })),
  }
}

/** What the function answers in another process, with these settings alone. */
export async function callFunction(
  file: string,
  env: Record<string, string>,
  asks: Ask[],
): Promise<Answer[]> {
  const caller = join(import.meta.dirname, '../support/call-function.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [caller, file, JSON.stringify(asks)], {
    cwd: tmpdir(),
    env: bareEnv(env),
    maxBuffer: 16 * 1024 * 1024,
  })
  return JSON.parse(stdout.split('\n').at(-1) ?? '') as Answer[]
}

async function pack(folder: string, archiveFormat: 'zip' | 'none'): Promise<Zipped[]> {
  const entry = join(BUNDLER, 'node_modules/@netlify/zip-it-and-ship-it/dist/main.js')
  const { zipFunctions } = (await import(pathToFileURL(entry).href)) as Bundler
  const sources = join(BUILT_PROJECT, '.netlify/v1/functions')
  if (readdirSync(sources).length === 0) throw new Error('The build has no functions.')
  return zipFunctions(sources, folder, { basePath: BUILT_PROJECT, archiveFormat })
}

interface Bundler {
  zipFunctions: (sources: string, folder: string, options: object) => Promise<Zipped[]>
}

interface Zipped {
  name: string
  path: string
  schedule?: string
}

export interface ZippedFunctions {
  /** Below it each function in a folder of its name. */
  folder: string
  functions: { name: string; schedule: string | undefined; bytes: number; files: string[] }[]
}
