import { execFile, execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { PROJECT_ROOT } from '../../netlify/local/settings.ts'
import { listFiles } from '#src/content-check/list-files.ts'
import { bareEnv } from '../support/npm-script.ts'
import { BUILT_PROJECT } from '../support/built-project.ts'
import type { Answer, Ask } from '../support/call-function.ts'

/** What names the version of Netlify's bundler, and where it is installed, outside the sources. */
const SOURCE = join(import.meta.dirname, 'bundler')
const BUNDLER = join(PROJECT_ROOT, '.netlify/bundler')

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
      files: listFiles(join(folder, name)),
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

/** Unless it is up to date. No lock file: what it packs with is tried, and none of it is part of the portal. */
function installBundler(): void {
  const wanted = readFileSync(join(SOURCE, 'package.json'), 'utf8')
  const installed = join(BUNDLER, 'node_modules/.installed.json')
  if (existsSync(installed) && readFileSync(installed, 'utf8') === wanted) return

  console.log("Installing Netlify's bundler of functions …")
  cpSync(SOURCE, BUNDLER, { recursive: true })
  const options = ['--no-package-lock', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error']
  const isWindows = process.platform === 'win32'
  execFileSync('npm', ['install', ...options], { cwd: BUNDLER, stdio: 'inherit', shell: isWindows })
  writeFileSync(installed, wanted)
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
