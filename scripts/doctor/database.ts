import { join } from 'node:path'
import pg from 'pg'
import { findNewer, NEWER_REMEDY, newerMessage, readMigrations } from '../../db/migration-files.ts'
import { fail, ok, skip, warn, type Check, type Finding } from './check.ts'

const MIGRATIONS = join(import.meta.dirname, '../../db/migrations')
const TIMEOUT_MS = 10_000
const CLOCKS_DIFFER_MS = 5_000
const OVERDUE_MINUTES = 10

export interface Database {
  url: string | undefined
  client: pg.Client
  /** The site's settings; null on an administrator's machine. */
  site: NodeJS.ProcessEnv | null
}

export function clientFor(connectionString: string): pg.Client {
  return new pg.Client({
    connectionString,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  })
}

export const databaseChecks: readonly Check<Database>[] = [
  {
    name: 'connection',
    async check({ url, client }) {
      if (!url) return fail('no database found')
      const begun = performance.now()
      await client.connect()
      return ok(`connected in ${Math.ceil(performance.now() - begun)} ms`)
    },
    remedy: 'set DATABASE_URL, or start the portal with npm start; check that the database is running',
    isRequired: true,
  },
  {
    name: 'clock',
    async check({ client }) {
      const askedAt = Date.now()
      const { rows } = await client.query<{ ms: string }>(
        'select extract(epoch from clock_timestamp()) * 1000 as ms',
      )
      const apart = Math.abs(Number(rows[0]?.ms) - (askedAt + Date.now()) / 2)
      const found = `${(apart / 1000).toFixed(1)} s off the database’s clock`
      return apart < CLOCKS_DIFFER_MS ? ok(found) : warn(found)
    },
    remedy: 'set this machine’s clock: everything expires by the database’s clock',
  },
  {
    name: 'your login',
    async check({ client, site }) {
      if (site) return skip('not checked: the site has separate logins')
      const { rows } = await client.query<{ login: string; reads: boolean }>(
        `select current_user as login, has_column_privilege('users', 'password_hash', 'select') as reads`,
      )
      const { login = '', reads } = rows[0] ?? {}
      return reads
        ? warn(`"${login}" has full access, and the history shows it instead of a person`)
        : ok(`"${login}" can’t read password hashes`)
    },
    remedy: 'create a personal login for administrators: docs/deploy.md, "Roles"',
  },
  {
    name: 'site login',
    check: ({ site }) => checkLogin(site, site?.DATABASE_URL, 'approval_events', 'insert'),
    remedy: 'use the login portal_app in DATABASE_URL: docs/deploy.md, "Roles"',
  },
  {
    name: 'gate login',
    check: ({ site }) => checkLogin(site, site?.EDGE_DATABASE_URL || site?.DATABASE_URL, 'users', 'select'),
    remedy: 'use the login portal_edge in EDGE_DATABASE_URL: docs/deploy.md, "Roles"',
  },
  {
    name: 'migrations',
    async check({ client }) {
      const [files, applied] = [await readMigrations(MIGRATIONS), await readApplied(client)]
      const missing = files.filter(({ name }) => !applied.includes(name)).map(({ name }) => name)
      return missing.length > 0
        ? fail(`not applied: ${missing.join(', ')}`)
        : ok(`all ${files.length} applied`)
    },
    remedy: 'npm run migrate',
    isRequired: true,
  },
  {
    name: 'code version',
    async check({ client }) {
      const newer = findNewer(await readApplied(client), await readMigrations(MIGRATIONS))
      return newer.length > 0 ? warn(newerMessage(newer)) : ok('matches the database')
    },
    remedy: NEWER_REMEDY,
  },
  {
    name: 'delivery',
    async check({ client }) {
      const { rows } = await client.query<{ waiting: number; late: number }>(
        `select count(*)::int as waiting, coalesce(floor(max(extract(epoch from now() - next_attempt_at) / 60)
           filter (where coalesce(locked_until, '-infinity') <= now())), 0)::int as late
         from outbox where sent_at is null and dead_at is null`,
      )
      const { waiting = 0, late = 0 } = rows[0] ?? {}
      const found = `${waiting} waiting, oldest ${Math.max(0, late)} min late`
      return late < OVERDUE_MINUTES ? ok(found) : fail(found)
    },
    remedy: 'read the log of the function deliver-outbox; npm run admin -- outbox shows why messages fail',
  },
  {
    name: 'failed messages',
    async check({ client }) {
      const { rows } = await client.query<{ dead: number }>(
        'select count(*)::int as dead from outbox where dead_at is not null',
      )
      const { dead = 0 } = rows[0] ?? {}
      return dead === 0 ? ok('none') : warn(String(dead))
    },
    remedy: 'npm run admin -- outbox shows why; fix the cause, then npm run admin -- outbox --retry',
  },
]

/** Checks that a login of the site connects, and that it has no more privileges than its part of the site needs. */
async function checkLogin(
  site: Database['site'],
  url: string | undefined,
  table: string,
  right: string,
): Promise<Finding> {
  if (!site) return skip('not checked: the connection string is not on this machine')
  if (!url) return fail('no connection string')
  const client = clientFor(url)
  try {
    await client.connect()
    const { rows } = await client.query<{ login: string; can: boolean }>(
      `select current_user as login, has_table_privilege($1, $2) or has_any_column_privilege($1, $2) as can`,
      [table, right],
    )
    const { login = '', can = true } = rows[0] ?? {}
    return can
      ? warn(`"${login}" has the ${right} privilege on ${table}`)
      : ok(`"${login}" has no ${right} privilege on ${table}`)
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function readApplied(client: pg.Client): Promise<string[]> {
  const { rows: known } = await client.query(`select 1 where to_regclass('schema_migrations') is not null`)
  if (known.length === 0) return []
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations')
  return rows.map(({ name }) => name)
}
