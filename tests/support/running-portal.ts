import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startServices } from '../../netlify/local/services.ts'
import { bareEnv } from './npm-script.ts'

const START = join(import.meta.dirname, '../../netlify/local/start.ts')

/** Runs `npm start`'s own program to its end, for a start that is meant to fail. */
export async function runStart(args: string[]): Promise<{ code: number | null; stderr: string }> {
  const { child, errors } = run(START, args)
  const [code] = (await once(child, 'exit')) as [number | null]
  return { code, stderr: errors.join('') }
}

/** The stack's services (all but the site, which needs a build) in a process that can be killed, once ready. */
export async function startServicesProcess(dataFolder: string): Promise<RunningServices> {
  const { child, errors } = run(import.meta.filename, [dataFolder])
  const exited = once(child, 'exit')
  const failed = exited.then(() => Promise.reject(new Error(errors.join(''))))
  await Promise.race([once(child.stdout, 'data'), failed])
  failed.catch(() => undefined)
  const note = await readFile(join(dataFolder, 'stack.json'), 'utf8')
  const { databaseUrl } = JSON.parse(note) as { databaseUrl: string }
  return {
    databaseUrl,
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

if (import.meta.main) {
  await startServices({
    siteUrl: 'http://localhost',
    dataFolder: process.argv[2] ?? '',
    ports: { mailbox: 0, postgres: 0 },
  })
  console.log('ready')
}

function run(program: string, args: string[]) {
  const child = spawn(process.execPath, [program, ...args], {
    env: bareEnv(),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const errors: string[] = []
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk.toString()))
  return { child, errors }
}

export interface RunningServices {
  databaseUrl: string
  /** As kill -9 does. */
  kill: () => Promise<void>
}
