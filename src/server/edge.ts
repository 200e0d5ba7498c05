import { findFeedReader } from './calendar/feeds.ts'
import { InvalidEnvError, isOnThisMachine, readEnv } from './env.ts'
import { type BounceReport, isPostmark, recordBounce } from './gate/bounces.ts'
import { type Gate, handleRequest } from './gate/gate.ts'
import { createHealth, findWriteError, isOperator } from './gate/health.ts'
import { loggablePath, requestLogEntry } from './gate/request.ts'
import { unsubscribe } from './broadcasts/preferences.ts'
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
  return { ...policy, pages, deploy: deploy?.id ?? null, hasGitHubApp, connect, logOutage }
}

const clock = () => performance.now()

const deployPages = createDeployPages()

let connection: ReturnType<typeof makeConnection> | undefined

// Created at the first request, so that a missing variable is an outage and not a bundle that fails to load.
function connect() {
  connection ??= makeConnection()
  return connection
}

function makeConnection() {
  const env = readEnv(process.env)
  const database = { ...env, DATABASE_URL: env.EDGE_DATABASE_URL }
  const retryingSql = createRetryingSql(database, GATE_QUERY_TIMEOUT_MS)
  const sessions = createLuciaSessions(createSql(database, GATE_QUERY_TIMEOUT_MS), retryingSql)
  return {
    siteUrl: env.SITE_URL,
    findSession: (token: string) => sessions.find(token),
    findFeedReader: (token: string) => findFeedReader(retryingSql, token),
    unsubscribe: (token: string) => unsubscribe(retryingSql, token),
    isPostmark: (headers: Headers) => isPostmark(headers, env.BOUNCE_SECRET),
    recordBounce: (report: BounceReport) => recordBounce(retryingSql, report),
    readHealth: createHealth(retryingSql, clock, env.SITE_URL),
    findWriteError: () => findWriteError(retryingSql),
    isOperator: (headers: Headers) => isOperator(headers, env.HEALTH_SECRET),
  }
}

const logOutage: Gate['logOutage'] = ({ path, cause }) => {
  // Names of variables, never values.
  const settings = cause instanceof InvalidEnvError ? cause.variables.join(', ') : undefined
  log('error', {
    code: 'gate_unavailable',
    facts: { path: loggablePath(path), settings },
    error: cause,
  })
}

interface Host {
  deploy?: { id: string }
}
