import { basename } from 'node:path'
import { readSettings, type StackSettings } from './settings.ts'
import { StackError } from './stack-error.ts'

// PostgreSQL may have much to write. Docker kills after ten seconds.
const STOP_WITHIN_MS = 8_000

const PARENT_POLL_MS = 200

/**
 * Runs a long-lived command: reads the settings, and stops cleanly on SIGINT, on SIGTERM and when npm has ended. A StackError
 * becomes one line on stderr and exit status 1.
 */
export async function runUntilStopped(start: (settings: StackSettings) => Promise<Running>): Promise<void> {
  try {
    const settings = readSettings(process.argv.slice(2), process.env)
    const interrupted = nextInterruption()
    const running = await start(settings)
    const failed = running.databaseStopped.then(() => 'failed')
    const reason = await Promise.race([interrupted, failed])
    await running.close()
    if (reason === 'failed') throw new StackError('The database has stopped, so the portal stops too.')
    process.exit(0)
  } catch (error) {
    console.error(error instanceof StackError ? error.message : error)
    process.exit(1)
  }
}

// One Ctrl+C may arrive twice: from the terminal and from npm.
function nextInterruption(): Promise<'interrupted'> {
  const { promise, resolve } = Promise.withResolvers<'interrupted'>()
  const stop = () => {
    setTimeout(() => process.exit(1), STOP_WITHIN_MS)
    resolve('interrupted')
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)

  // The shell between npm and this process doesn't forward signals.
  const { ppid } = process
  const isRunByNpm = process.env.npm_lifecycle_script?.includes(basename(process.argv[1] ?? ''))
  const checkParent = () => {
    if (process.ppid !== ppid) stop()
  }
  if (isRunByNpm) setInterval(checkParent, PARENT_POLL_MS).unref()
  return promise
}

export interface Running {
  close(): Promise<void>
  databaseStopped: Promise<void>
}
