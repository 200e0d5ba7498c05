import { editPolicy, framedPaths, pagePolicy } from 'virtual:lanai/page-policy'
import { findFeed } from './calendar/feeds.ts'
import { InvalidEnvError, readEnv } from './env.ts'
import type { Gate } from './gate/gate.ts'
import { isSignedForHealth } from './gate/health.ts'
import { knownPath, requestLine } from './gate/request-line.ts'
import { readHealth } from './health.ts'
import { log, throttled } from './log.ts'
import { shareAnswer } from './shared-answer.ts'
import { createBounds, withBoundedLookups } from './sessions/bounded-lookups.ts'
import { createStatus } from './status.ts'
import { createLuciaSessions } from './vendors/lucia.ts'
import { createAsk, createSql } from './vendors/neon.ts'
import type { Pages } from './vendors/ports.ts'
import { isFeedToken } from './tokens.ts'
import { createDeployPages } from './vendors/vault.ts'

/** A member waits no longer than this for the database before the gate says that the portal is away. */
const GATE_QUERY_TIMEOUT_MS = 2500

/** However many monitors and strangers ask how the portal is, its database is asked once in this time. */
const HEALTH_KEPT_FOR_MS = 1000

/** Composition root of the middleware: sessions and pages, and nothing that knows passwords, mail or pictures. */
export function createGate({ ip = '', deploy }: Host, pages: Pages = deployPages): Gate {
  const policy = { pagePolicy, editPolicy, framedPaths }
  return { ...policy, pages, address: ip, deploy: deploy?.id ?? null, clock, connect, logOutage }
}

const clock = () => performance.now()

/** One line for each request, or only for those that failed: the setting LOG_REQUESTS. */
export function logRequest(request: Request, answer: Response, ms: number): void {
  if (answer.status >= 500 || logsEveryRequest()) log('info', requestLine(request, answer, ms))
}

function logsEveryRequest(): boolean {
  try {
    return connect().logsEveryRequest
  } catch {
    return true
  }
}

const deployPages = createDeployPages()

/** The site's origin, for the Origin check that the function's side repeats. */
export function siteUrl(): string {
  return connect().siteUrl
}

let connection: ReturnType<typeof makeConnection> | undefined

/** Made at the first request: the middleware is also imported at build time, where no secret exists. */
function connect() {
  connection ??= makeConnection()
  return connection
}

function makeConnection() {
  const env = readEnv(process.env)
  const database = { ...env, DATABASE_URL: env.EDGE_DATABASE_URL ?? env.DATABASE_URL }
  const sql = createSql(database, GATE_QUERY_TIMEOUT_MS)
  const ask = createAsk(database, GATE_QUERY_TIMEOUT_MS)
  const bound = createBounds(Date.now)
  return {
    siteUrl: env.SITE_URL,
    logsEveryRequest: env.LOG_REQUESTS !== 'errors',
    sessions: withBoundedLookups(createLuciaSessions(sql, ask), bound),
    findFeed: bound((token) => findFeed(ask, token), isFeedToken),
    readHealth: shareAnswer(HEALTH_KEPT_FOR_MS, Date.now, () => readHealth(ask, clock)),
    isSigned: (headers: Headers) => isSignedForHealth(headers, env.HEALTH_SECRET, Date.now()),
    readStatus: createStatus(ask, Date.now),
  }
}

/** A flood and an outage meet every request, but not each is worth a line. */
const logs = {
  gate_busy: throttled(Date.now, writeOutage),
  gate_unavailable: throttled(Date.now, writeOutage, reasonOf),
}

function logOutage(outage: Outage): void {
  logs[outage.code](outage)
}

function writeOutage({ code, path, cause }: Outage, times: number): void {
  log('error', { code, facts: { times, path: knownPath(path), settings: settingsIn(cause) }, error: cause })
}

/** Names of variables and never their values: what an operator has to put right. */
function settingsIn(cause: unknown): string | undefined {
  return cause instanceof InvalidEnvError ? cause.variables.join(', ') : undefined
}

function reasonOf({ cause }: Pick<Outage, 'cause'>): string {
  return cause instanceof Error ? `${cause.name}: ${cause.message}` : 'unknown'
}

type Outage = Parameters<Gate['logOutage']>[0]

/** What the platform says about a request. */
interface Host {
  ip?: string | undefined
  deploy?: { id: string }
}
