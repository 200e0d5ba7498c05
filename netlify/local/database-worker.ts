import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import { openBackend, type Place } from './postgres/backend.ts'
import { credentialsOf, type Credentials, type Login } from './postgres/credentials.ts'
import { startWireServer, type WireServerOptions } from './postgres/wire-server.ts'
import { createSqlEndpoint } from './sql-endpoint.ts'
import { createSqlPool, type SqlPool } from './sql-runner.ts'

/** The embedded database runs one statement at a time whatever the number. */
const EMBEDDED_POOL = 4
const REAL_POOL = 10

/** Made by db/migrations/0015_roles.sql. */
const ROLES = ['lanai_edge', 'lanai_app', 'lanai_admin'] as const

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

async function start(task: DatabaseTask): Promise<Running> {
  const { directory, template, databaseUrl, host, wirePort, httpPort } = task
  const logins = makeLogins(databaseUrl)
  const embedded =
    directory === undefined
      ? null
      : await startEmbedded({ directory, template }, { logins, host, port: wirePort })
  const place = embedded ? `${host}:${embedded.port}` : null
  const doors = logins.map((login) => ({ ...login, pool: poolOf(login, databaseUrl, place) }))
  const endpoint = createSqlEndpoint(doors)
  endpoint.listen(httpPort, host)
  await once(endpoint, 'listening')

  const { port } = endpoint.address() as AddressInfo
  const urls = logins.map(({ credentials }) => urlOf(credentials, databaseUrl, place))
  const [ownerUrl = '', ...roleUrls] = urls
  return {
    addresses: {
      databaseUrl: ownerUrl,
      roleUrls: Object.fromEntries(ROLES.map((role, index) => [role, roleUrls[index]])) as RoleUrls,
      httpUrl: `http://${host}:${port}/sql`,
    },
    async close() {
      endpoint.close()
      endpoint.closeIdleConnections()
      for (const { pool } of doors) await pool.end()
      endpoint.closeAllConnections()
      await embedded?.close()
    },
  }
}

/** The owner first, then each role with a password of its own, good until the database stops. */
function makeLogins(databaseUrl: string): Login[] {
  const owner = credentialsOf(databaseUrl)
  const ofRole = (role: Role) => ({
    credentials: { ...owner, user: role, password: randomBytes(16).toString('hex') },
    role,
  })
  return [{ credentials: owner, role: null }, ...ROLES.map(ofRole)]
}

/** The embedded database gives a login its rights by itself; on a real server it is the owner who acts with them. */
function poolOf({ credentials, role }: Login, databaseUrl: string, place: string | null): SqlPool {
  return place
    ? createSqlPool(urlOf(credentials, databaseUrl, place), { size: EMBEDDED_POOL, role: null })
    : createSqlPool(databaseUrl, { size: REAL_POOL, role })
}

function urlOf({ user, password }: Credentials, databaseUrl: string, place: string | null): string {
  const url = new URL(databaseUrl)
  url.username = encodeURIComponent(user)
  url.password = encodeURIComponent(password)
  if (place) url.host = place
  return url.href
}

async function startEmbedded(place: Place, options: Omit<WireServerOptions, 'backend'>) {
  const backend = await openBackend(place)
  const server = await startWireServer({ backend, ...options })
  return {
    port: server.port,
    async close() {
      await server.close()
      await backend.close()
    },
  }
}

interface Running {
  addresses: Addresses
  close(): Promise<void>
}

export interface DatabaseTask {
  /** Where the embedded database lives; null keeps it in memory; absent fronts the server of `databaseUrl`. */
  directory?: string | null
  template?: Place['template']
  databaseUrl: string
  host: string
  wirePort: number
  httpPort: number
}

export interface Addresses {
  databaseUrl: string
  /** The same database with the rights of one role only, for the SQL endpoint (and, embedded, for psql). */
  roleUrls: RoleUrls
  httpUrl: string
}

type Role = (typeof ROLES)[number]
export type RoleUrls = Record<Role, string>

export type DatabaseMessage =
  ({ type: 'ready' } & Addresses) | { type: 'failed'; message: string; code: string | null }
