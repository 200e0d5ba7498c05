import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Mailbox } from '../../netlify/local/mailbox/mailbox.ts'
import { bundle } from '../../tools/bundle.ts'
import { deliveryEnv } from './outbox.ts'
import { envOf } from './portal.ts'
import { query } from './query.ts'
import type { TestDatabase } from './test-databases.ts'

const ROOT = join(import.meta.dirname, '../..')

/** A worker that delivers emails in another process, which a test can kill. */
export async function killableWorker(database: TestDatabase, mailbox: Mailbox) {
  const program = await killableProcess({ ...deliveryEnv(mailbox), ...envOf(database) })

  /** Starts it and kills it so long after the event, or when there is nothing left to do. */
  async function runUntil(reached: Promise<unknown>, thenMs: number): Promise<void> {
    await program.start()
    const stopPauses = endPausesWhileRunning(database)
    await Promise.race([reached, nothingLeft(database)])
    await sleep(thenMs)
    await stopPauses()
    await program.kill()
  }

  return {
    runUntil,
    runUntilAllIsSent: () => runUntil(nothingLeft(database), 0),
    remove: () => program.remove(),
  }
}

/** Makes rows that wait for a retry due at once; leases stay. */
function endPausesWhileRunning(database: TestDatabase): () => Promise<void> {
  const stop = new AbortController()
  const ended = (async () => {
    while (!stop.signal.aborted) {
      const sql = 'update outbox set next_attempt_at = now() where locked_until is null and sent_at is null'
      await query(database, sql)
      await sleep(100)
    }
  })()
  return () => {
    stop.abort()
    return ended
  }
}

async function nothingLeft(database: TestDatabase): Promise<void> {
  while ((await query(database, 'select from outbox where sent_at is null limit 1')).length > 0)
    await sleep(100)
}

async function killableProcess(env: NodeJS.ProcessEnv) {
  const bundles = join(ROOT, '.netlify/scheduled', randomUUID())
  const [file = ''] = await bundle(ROOT, ['tests/support/killable-program.ts'], bundles)
  let running: ChildProcess | null = null
  return {
    /** Resolves once it runs. */
    async start() {
      running = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'inherit'] })
      await once(running.stdout ?? running, 'data')
      running.stdout?.resume()
    },
    async kill() {
      if (!running) return
      const exited = once(running, 'exit')
      running.kill('SIGKILL')
      await exited
      running = null
    },
    /** Removes its program. */
    remove: () => rm(bundles, { recursive: true, force: true }),
  }
}
