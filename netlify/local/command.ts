import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { PROJECT_ROOT } from './project-root.ts'
import { HELP, readSettings, type Settings } from './settings.ts'
import { StackError } from './stack-error.ts'

/** A second Ctrl+C, or a start or stop that takes longer than this, ends the process as it is. */
const STOP_WITHIN_MS = 1_800

/** One Ctrl+C can come twice, from the terminal and passed on by npm. */
const SAME_KEY_MS = 500

const LOOK_FOR_NPM_EVERY_MS = 200

/**
 * Runs a command that starts something and stays: reads the settings, and stops cleanly on SIGINT, on SIGTERM and
 * with the npm that runs it. What a person can put right is one line on stderr and exit status 1.
 */
export async function runCommand(start: (settings: Settings) => Promise<Running>): Promise<void> {
  try {
    const dotenv = join(PROJECT_ROOT, '.env')
    if (existsSync(dotenv)) process.loadEnvFile(dotenv)
    const settings = readSettings(process.argv.slice(2), process.env)
    if (settings === 'help') {
      console.log(HELP)
      return
    }
    const interrupted = nextInterruption()
    void interrupted.then(forceExitSoon)
    const running = await start(settings)
    const failed = running.databaseStopped.then(() => 'failed')
    const reason = await Promise.race([interrupted, failed])
    forceExitSoon()
    await running.close()
    if (reason === 'failed') throw new StackError('The database has stopped; the portal stops with it.')
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
  const hear = () => {
    firstAt ??= Date.now()
    if (Date.now() - firstAt > SAME_KEY_MS) process.exit(1)
    resolve('interrupted')
  }
  process.on('SIGINT', hear)
  process.on('SIGTERM', hear)

  // The shell between npm and this program passes no signal on: that it has ended shows in the parent alone.
  const isRunByNpm = process.env.npm_lifecycle_script?.includes(basename(process.argv[1] ?? ''))
  const parent = process.ppid
  const look = () => {
    if (process.ppid !== parent) resolve('interrupted')
  }
  if (isRunByNpm) setInterval(look, LOOK_FOR_NPM_EVERY_MS).unref()
  return promise
}

export interface Running {
  close(): Promise<void>
  /** Resolves when it can no longer do its work. */
  databaseStopped: Promise<void>
}
