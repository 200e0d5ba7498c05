import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Mailbox } from '../../netlify/local/mailbox/mailbox.ts'
import { bundle } from '../../tools/bundle.ts'
import { deliveryEnv } from './outbox.ts'
import { query } from './query.ts'
import type { TestDatabase } from './test-databases.ts'

const ROOT = join(import.meta.dirname, '../..')

/** A worker in a process of its own, to be killed in the middle of its work. */
export async function mortalWorker(
  database: TestDatabase,
  mailbox: Mailbox,
  settings: Record<string, string> = {},
): Promise<MortalWorker> {
  const bundles = join(ROOT, '.netlify/scheduled', randomUUID())
  const [file = ''] = await bundle(ROOT, ['tests/support/outbox-worker.ts'], bundles)
  const env = {
    ...deliveryEnv(mailbox),
    DATABASE_URL: database.databaseUrl,
    DATABASE_HTTP_URL: database.httpUrl,
    ...settings,
  }

  async function runUntil(reached: Promise<unknown>, thenMs: number): Promise<void> {
    const worker = spawn(process.execPath, [file], { env, stdio: ['ignore', 'ignore', 'inherit'] })
    const stopPauses = endPausesWhileRunning(database)
    await Promise.race([reached, nothingLeft(database)])
    await sleep(thenMs)
    await stopPauses()
    worker.kill('SIGKILL')
    await once(worker, 'exit')
  }

  return {
    runUntil,
    runUntilAllIsSent: () => runUntil(nothingLeft(database), 0),
    remove: () => rm(bundles, { recursive: true, force: true }),
  }
}

/** Time flies for rows that wait for their next try; leases of the living are left alone. */
function endPausesWhileRunning(database: TestDatabase): () => Promise<void> {
  const stop = new AbortController()
  const ended = (async () => {
    while (!stop.signal.aborted) {
      await query(
        database,
        'update outbox set next_attempt_at = now() where locked_until is null and sent_at is null',
      )
      await sleep(100)
    }
  })()
  return () => {
    stop.abort()
    return ended
  }
}

async function nothingLeft(database: TestDatabase): Promise<void> {
  while ((await query(database, 'select from list_undelivered() limit 1')).length > 0) await sleep(100)
}

export interface MortalWorker {
  /** Starts it and kills it so long after the event, or when there is nothing left to do. */
  runUntil(reached: Promise<unknown>, thenMs: number): Promise<void>
  runUntilAllIsSent(): Promise<void>
  /** Removes its program. */
  remove(): Promise<void>
}
