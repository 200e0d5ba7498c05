import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ROOT } from './project-root.ts'
import { HELP, readSettings, type Settings } from './settings.ts'
import { StackError } from './stack-error.ts'

/** A second Ctrl+C, or a stop that takes longer than this, ends the process as it is. */
const STOP_WITHIN_MS = 1_800

/**
 * Runs a command that starts something and stays: reads the settings, and stops cleanly on SIGINT and SIGTERM. What
 * a person can put right is one line on stderr and exit status 1.
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
    const interrupted = nextSignal()
    const running = await start(settings)
    const reason = await Promise.race([interrupted, running.stopped])
    await stop(running)
    if (reason === 'failed') throw new StackError('The database has stopped; the portal stops with it.')
    process.exit(0)
  } catch (error) {
    console.error(error instanceof StackError ? error.message : error)
    process.exit(1)
  }
}

async function stop(running: Running): Promise<void> {
  const force = setTimeout(() => process.exit(1), STOP_WITHIN_MS)
  await running.close()
  clearTimeout(force)
}

function nextSignal(): Promise<'signal'> {
  const { promise, resolve } = Promise.withResolvers<'signal'>()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      process.once(signal, () => process.exit(1))
      resolve('signal')
    })
  }
  return promise
}

export interface Running {
  close(): Promise<void>
  /** Resolves when it can no longer do its work. */
  stopped: Promise<'failed'>
}
