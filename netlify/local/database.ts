import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Addresses, DatabaseMessage, DatabaseTask } from './database-worker.ts'
import { StackError } from './stack-error.ts'

/**
 * Starts the database of one machine: PostgreSQL embedded in this process (on disk or in memory), or the SQL
 * endpoint in front of a real server. Either way the application reaches it at `httpUrl` and psql at
 * `databaseUrl`. Throws a StackError when it cannot start.
 */
export async function startDatabase(task: DatabaseTask): Promise<Database> {
  const worker = new Worker(new URL('./database-worker.ts', import.meta.url), { workerData: task })
  const exit = once(worker, 'exit')
  const [message] = (await Promise.race([once(worker, 'message'), exit.then(() => [null])])) as [
    DatabaseMessage | null,
  ]
  if (message?.type !== 'ready') {
    await exit
    throw new StackError(explain(message, task))
  }

  return {
    databaseUrl: message.databaseUrl,
    roleUrls: message.roleUrls,
    httpUrl: message.httpUrl,
    stopped: exit.then(() => undefined),
    async close() {
      worker.postMessage('close')
      await exit
    },
  }
}

function explain(failure: DatabaseMessage | null, { directory, host, wirePort }: DatabaseTask): string {
  const reason = failure?.type === 'failed' ? failure.message : 'its thread ended'
  const code = failure?.type === 'failed' ? failure.code : null
  if (code === 'EADDRINUSE') return `Port ${wirePort} for PostgreSQL clients is already in use.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return `The address ${host} is not one of this machine. Change HOST.`
  }
  if (directory) return `The database in ${directory} cannot be opened: ${reason}`
  return `The database cannot be started: ${reason}`
}

export interface Database extends Addresses {
  /** Resolves when the database has stopped, asked to or not. */
  stopped: Promise<void>
  /** Finishes the statement under way, rolls back open transactions, closes the files. */
  close(): Promise<void>
}
