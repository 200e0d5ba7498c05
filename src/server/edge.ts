import { isOnThisMachine, readEnv } from './env.ts'
import { type Connection, type Gate, handleRequest } from './gate/gate.ts'
import { createHealth } from './gate/health.ts'
import { requestLogEntry } from './gate/request.ts'
import { log, ensureRequestId } from './log.ts'
import { createLuciaSessions } from './vendors/lucia.ts'
import { createRetryingSql, createSql } from './vendors/neon.ts'
import type { Pages } from './vendors/ports.ts'
import { createDeployPages } from './vendors/vault.ts'

const GATE_QUERY_TIMEOUT_MS = 2500

/** Answers a request at the edge and logs it (LOG_REQUESTS: all or only failed ones). */
export async function serveAtEdge(request: Request, host: Host & { next: () => Promise<Response> }) {
  const startMs = clock()
  ensureRequestId(request)
  const response = await handleRequest(createGate(host), request, () => host.next())
  if (response.status >= 400 || process.env.LOG_REQUESTS !== 'errors')
    log('info', requestLogEntry(request, response, clock() - startMs))
  return response
}

/** Composition root of the edge: sessions and pages only. */
export function createGate({ deploy }: Host = {}, pages: Pages = deployPages): Gate {
  const policy = { ...PAGE_POLICY, isOnThisMachine: isOnThisMachine(process.env.SITE_URL ?? '') }
  const hasGitHubApp = Boolean(process.env.GITHUB_APP_ID)
  return { ...policy, pages, deploy: deploy?.id ?? null, hasGitHubApp, connect }
}

const clock = () => performance.now()

const deployPages = createDeployPages()

let connection: Connection | undefined

// Created at the first request, so that a missing variable is an outage and not a bundle that fails to load.
function connect(): Connection {
  connection ??= createConnection()
  return connection
}

function createConnection(): Connection {
  const env = readEnv(process.env)
  const database = { ...env, DATABASE_URL: env.EDGE_DATABASE_URL }
  const retryingSql = createRetryingSql(database, GATE_QUERY_TIMEOUT_MS)
  return {
    siteUrl: env.SITE_URL,
    healthSecret: env.HEALTH_SECRET,
    bounceSecret: env.BOUNCE_SECRET,
    retryingSql,
    sessions: createLuciaSessions(createSql(database, GATE_QUERY_TIMEOUT_MS), retryingSql),
    readHealth: createHealth(retryingSql, clock, env.SITE_URL),
  }
}

interface Host {
  deploy?: { id: string }
}
