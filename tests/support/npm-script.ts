import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { vi } from 'vitest'
import { BUILT_PROJECT } from './built-project.ts'

const READY_WITHIN_MS = 60_000
const GONE_WITHIN_MS = 10_000

/** Runs one of the project's own scripts by npm, over the tests' build, as a person does. Resolves when its output says that it is ready. */
export async function runNpmScript(
  script: string,
  args: string[],
  ready: RegExp,
  env: NodeJS.ProcessEnv = {},
): Promise<RunningScript> {
  const npm = spawn('npm', ['run', script, '--', ...args], {
    cwd: BUILT_PROJECT,
    env: bareEnv({ HOME: process.env.HOME, npm_config_update_notifier: 'false', ...env }),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let output = ''
  npm.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  npm.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const exited = once(npm, 'exit')
  await vi.waitUntil(
    () => {
      if (npm.exitCode !== null) throw new Error(output)
      return ready.test(output)
    },
    { timeout: READY_WITHIN_MS, interval: 50 },
  )
  return {
    output: () => output,
    async end() {
      const family = descendantsOf(npm.pid ?? NaN)
      npm.kill('SIGTERM')
      await exited
      await vi.waitUntil(() => family.every((pid) => !runningProcesses().has(pid)), {
        timeout: GONE_WITHIN_MS,
        interval: 100,
      })
      return family.length
    },
  }
}

/** An environment without the tests' settings: PATH and the compile cache only. */
export function bareEnv(env: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  return { PATH, NODE_COMPILE_CACHE, ...env }
}

function descendantsOf(ancestor: number): number[] {
  const children = [...runningProcesses()].filter(([, parent]) => parent === ancestor).map(([pid]) => pid)
  return children.flatMap((pid) => [pid, ...descendantsOf(pid)])
}

/** Every running process with its parent, without zombies. */
export function runningProcesses(): Map<number, number> {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' })
  const rows = [...table.matchAll(/(\d+) +(\d+) +[^Z\s]/g)]
  return new Map(rows.map(([, pid, parent]) => [Number(pid), Number(parent)]))
}

export interface RunningScript {
  output: () => string
  /** Sends SIGTERM to npm and waits until it and every process under it have ended. Returns how many these were. */
  end: () => Promise<number>
}
