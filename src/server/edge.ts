import { editPolicy, framedPaths, pagePolicy } from 'virtual:lanai/page-policy'
import { FEEDS_PREFIX } from '#src/shared/paths.ts'
import { findFeed } from './calendar/feeds.ts'
import { InvalidEnvError, readEnv } from './env.ts'
import { canonicalPath } from './gate/canonical-path.ts'
import type { Gate } from './gate/gate.ts'
import { log, throttled } from './log.ts'
import { createBounds, withBoundedLookups } from './sessions/bounded-lookups.ts'
import { createLuciaSessions } from './vendors/lucia.ts'
import { createSql } from './vendors/neon.ts'
import type { Pages } from './vendors/ports.ts'
import { isFeedToken } from './tokens.ts'
import { createDeployPages } from './vendors/vault.ts'

/** A member waits no longer than this for the database before the gate says that the portal is away. */
const GATE_QUERY_TIMEOUT_MS = 2500

/** Composition root of the middleware: sessions and pages, and nothing that knows passwords, mail or pictures. */
export function createGate(address = '', pages: Pages = deployPages): Gate {
  return { pages, pagePolicy, editPolicy, framedPaths, address, connect, logOutage }
}

const deployPages = createDeployPages()

/** The site's origin, for the Origin check that the function's side repeats. */
export function siteUrl(): string {
  return connect().siteUrl
}

let connection: ReturnType<Gate['connect']> | undefined

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
  const bound = createBounds(Date.now)
  return {
    siteUrl: env.SITE_URL,
    sessions: withBoundedLookups(createLuciaSessions(sql), bound),
    findFeed: bound((token) => findFeed(sql, token), isFeedToken),
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
  // What has not the shape of a page's address was typed by somebody, and is not repeated.
  const known = canonicalPath(path)
  const facts = {
    times,
    path: 'path' in known ? withoutToken(known.path) : null,
    settings: settingsIn(cause),
  }
  log('error', { code, facts, error: cause })
}

/** What follows a feed's prefix is a member's secret. */
function withoutToken(path: string): string {
  return path.startsWith(FEEDS_PREFIX) ? FEEDS_PREFIX : path
}

/** Names of variables and never their values: what an operator has to put right. */
function settingsIn(cause: unknown): string | undefined {
  return cause instanceof InvalidEnvError ? cause.variables.join(', ') : undefined
}

function reasonOf({ cause }: Pick<Outage, 'cause'>): string {
  return cause instanceof Error ? `${cause.name}: ${cause.message}` : 'unknown'
}

type Outage = Parameters<Gate['logOutage']>[0]
