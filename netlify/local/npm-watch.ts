import { execFileSync } from 'node:child_process'
import { basename } from 'node:path'

const LOOK_EVERY_MS = 200

/**
 * Resolves when the npm that runs this program is gone. npm hands its signals to the shell between the two, which
 * dies of them without a word to its child, and a killed npm hands on nothing. Never resolves without npm.
 */
export function whenNpmIsGone(): Promise<'gone'> {
  const { promise, resolve } = Promise.withResolvers<'gone'>()
  if (!isRunByNpm()) return promise

  const parent = process.ppid
  const npm = isShell(parent) ? parentOf(parent) : parent
  const watch = setInterval(() => {
    // A dead process that was not reaped still counts as alive: the shell's end shows in `ppid` alone.
    if (process.ppid === parent && isAlive(npm)) return
    clearInterval(watch)
    resolve('gone')
  }, LOOK_EVERY_MS)
  watch.unref()
  return promise
}

/** npm's variables are inherited: only the script that names this program is its own. */
function isRunByNpm(): boolean {
  return process.env.npm_lifecycle_script?.includes(basename(process.argv[1] ?? '')) ?? false
}

/** npm asks a shell to run the script; some shells put the program in their own place. */
function isShell(pid: number): boolean {
  return ask(pid, 'comm').endsWith('sh')
}

function parentOf(pid: number): number {
  return Number(ask(pid, 'ppid'))
}

function ask(pid: number, column: 'comm' | 'ppid'): string {
  try {
    return execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    // Without `ps` the parent alone is watched.
    return ''
  }
}

function isAlive(pid: number): boolean {
  try {
    // 0 is a group, not a process.
    return pid === 0 || process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
