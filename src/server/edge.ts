import { pagePolicy } from 'virtual:lanai/page-policy'
import { createLuciaSessions } from './adapters/lucia-sessions.ts'
import { createSql } from './adapters/neon.ts'
import { createNetlifyPages, type Rewrite } from './adapters/netlify-vault.ts'
import type { Sessions } from './auth/ports.ts'
import { readEnv } from './env.ts'
import type { Gate } from './gate/gate.ts'

/** A member waits no longer than this for the database before the gate says that the portal is away. */
const GATE_QUERY_TIMEOUT_MS = 2500

/** Composition root of the middleware: sessions and pages, and nothing that knows passwords, mail or blobs. */
export function createGate(request: Request, rewrite: Rewrite): Gate {
  return { pages: createNetlifyPages(request, rewrite), pagePolicy, connect, logOutage }
}

/** The site's origin, for the Origin check that the function's side repeats. */
export function siteUrl(): string {
  return connect().siteUrl
}

let connection: { siteUrl: string; sessions: Sessions } | undefined

/** Made at the first request: the middleware is also imported at build time, where no secret exists. */
function connect() {
  connection ??= makeConnection()
  return connection
}

function makeConnection() {
  const env = readEnv(process.env)
  const sql = createSql(
    { ...env, DATABASE_URL: env.EDGE_DATABASE_URL ?? env.DATABASE_URL },
    GATE_QUERY_TIMEOUT_MS,
  )
  return { siteUrl: env.SITE_URL, sessions: createLuciaSessions(sql) }
}

function logOutage({ code, path, cause }: Parameters<Gate['logOutage']>[0]): void {
  const reason = cause instanceof Error ? `${cause.name}: ${cause.message}` : 'unknown'
  console.error(JSON.stringify({ code, path, reason }))
}
