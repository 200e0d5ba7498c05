import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { PROJECT_ROOT } from './project-root.ts'
import { readSettings, type StackSettings } from './settings.ts'
import { StackError } from './stack-error.ts'

/** After this time, or on a second Ctrl+C, the process exits without a clean stop. */
const STOP_WITHIN_MS = 1_800

/** One Ctrl+C may arrive twice: from the terminal and from npm. */
const SIGNAL_DEBOUNCE_MS = 500

const PARENT_POLL_MS = 200

/**
 * Runs a long-lived command: reads the settings, and stops cleanly on SIGINT, on SIGTERM and when npm has ended. A StackError
 * becomes one line on stderr and exit status 1.
 */
export async function runUntilStopped(start: (settings: StackSettings) => Promise<Running>): Promise<void> {
  try {
    const dotenv = join(PROJECT_ROOT, '.env')
    if (existsSync(dotenv)) process.loadEnvFile(dotenv)
    const settings = readSettings(process.argv.slice(2), process.env)
    const interrupted = nextInterruption()
    void interrupted.then(forceExitSoon)
    const running = await start(settings)
    const failed = running.databaseStopped.then(() => 'failed')
    const reason = await Promise.race([interrupted, failed])
    forceExitSoon()
    await running.close()
    if (reason === 'failed') throw new StackError('The database has stopped, so the portal stops too.')
    process.exit(0)
  } catch (error) {
    console.error(error instanceof StackError ? error.message : error)
    process.exit(1)
  }
}

function forceExitSoon(): void {
  setTimeout(() => process.exit(1), STOP_WITHIN_MS)
}

function nextInterruption(): Promise<'interrupted'> {
  const { promise, resolve } = Promise.withResolvers<'interrupted'>()
  let firstAt: number | null = null
  const onSignal = () => {
    firstAt ??= Date.now()
    if (Date.now() - firstAt > SIGNAL_DEBOUNCE_MS) process.exit(1)
    resolve('interrupted')
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)

  // The shell between npm and this process doesn't forward signals, so watch for a new parent process.
  const isRunByNpm = process.env.npm_lifecycle_script?.includes(basename(process.argv[1] ?? ''))
  const parent = process.ppid
  const checkParent = () => {
    if (process.ppid !== parent) resolve('interrupted')
  }
  if (isRunByNpm) setInterval(checkParent, PARENT_POLL_MS).unref()
  return promise
}

export interface Running {
  close(): Promise<void>
  /** Resolves when the database has stopped, so the portal must too. */
  databaseStopped: Promise<void>
}
