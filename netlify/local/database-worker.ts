import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import { openBackend } from './postgres/backend.ts'
import { credentialsOf } from './postgres/credentials.ts'
import { startWireServer } from './postgres/wire-server.ts'
import { createSqlEndpoint } from './sql-endpoint.ts'
import { createSqlPool } from './sql-runner.ts'

/** The embedded database runs one statement at a time whatever the number. */
const EMBEDDED_POOL = 4
const REAL_POOL = 10

/**
 * The database's own thread: the embedded PostgreSQL (unless a real server is fronted), its wire port and the
 * SQL endpoint. The site's thread stays free to serve pages while a statement runs.
 */
const task = workerData as DatabaseTask
if (!parentPort) throw new Error('This file is the entry of a worker thread.')
const parent = parentPort

try {
  const running = await start(task)
  parent.postMessage({ type: 'ready', ...running.addresses } satisfies DatabaseMessage)
  await once(parent, 'message')
  await running.close()
} catch (error) {
  const { message, code } = error as NodeJS.ErrnoException
  parent.postMessage({ type: 'failed', message, code: code ?? null } satisfies DatabaseMessage)
} finally {
  // Whatever the database still holds open, the thread ends here.
  process.exit()
}

async function start({ directory, databaseUrl, host, wirePort, httpPort }: DatabaseTask): Promise<Running> {
  const embedded =
    directory === undefined ? null : await startEmbedded(directory, databaseUrl, host, wirePort)
  const url = embedded?.url ?? databaseUrl
  const pool = createSqlPool(url, embedded ? EMBEDDED_POOL : REAL_POOL)
  const endpoint = createSqlEndpoint(pool, url)
  endpoint.listen(httpPort, host)
  await once(endpoint, 'listening')

  const { port } = endpoint.address() as AddressInfo
  return {
    addresses: { databaseUrl: url, httpUrl: `http://${host}:${port}/sql` },
    async close() {
      endpoint.close()
      endpoint.closeIdleConnections()
      await pool.end()
      endpoint.closeAllConnections()
      await embedded?.close()
    },
  }
}

async function startEmbedded(directory: string | null, databaseUrl: string, host: string, port: number) {
  const backend = await openBackend(directory)
  const credentials = credentialsOf(databaseUrl)
  const server = await startWireServer({ backend, credentials, host, port })
  const url = new URL(databaseUrl)
  url.host = `${host}:${server.port}`
  return {
    url: url.href,
    async close() {
      await server.close()
      await backend.close()
    },
  }
}

interface Running {
  addresses: { databaseUrl: string; httpUrl: string }
  close(): Promise<void>
}

export interface DatabaseTask {
  /** Where the embedded database lives; null keeps it in memory; absent fronts the server of `databaseUrl`. */
  directory?: string | null
  databaseUrl: string
  host: string
  wirePort: number
  httpPort: number
}

export type DatabaseMessage =
  | { type: 'ready'; databaseUrl: string; httpUrl: string }
  | { type: 'failed'; message: string; code: string | null }
