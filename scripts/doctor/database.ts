import { join } from 'node:path'
import pg from 'pg'
import { findNewer, isNewer, readMigrations, WHEN_NEWER } from '../../db/migration-files.ts'
import { fail, ok, skip, warn, type Check, type Finding } from './check.ts'

const MIGRATIONS = join(import.meta.dirname, '../../db/migrations')
const TIMEOUT_MS = 10_000
const CLOCKS_DIFFER_MS = 5_000
const OVERDUE_MINUTES = 10

export interface Database {
  url: string | undefined
  client: pg.Client
  /** The site's own connection strings; null on the machine of an administrator. */
  site: NodeJS.ProcessEnv | null
}

export function clientFor(connectionString: string): pg.Client {
  return new pg.Client({
    connectionString,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  })
}

export const database: readonly Check<Database>[] = [
  {
    name: 'connection',
    async check({ url, client }) {
      if (!url) return fail('none was found')
      const begun = performance.now()
      await client.connect()
      return ok(`within ${Math.ceil(performance.now() - begun)} ms`)
    },
    remedy: 'set DATABASE_URL, or start the portal with npm start; then check that the database is running',
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
      const found = `${(apart / 1000).toFixed(1)} s from the database’s`
      return apart < CLOCKS_DIFFER_MS ? ok(found) : warn(found)
    },
    remedy: 'set the clock of this machine: all that expires goes by the database’s',
  },
  {
    name: 'your login',
    async check({ client, site }) {
      if (site) return skip('the site has logins instead')
      const { rows } = await client.query<{ login: string; reads: boolean }>(
        `select current_user as login, has_column_privilege('users', 'password_hash', 'select') as reads`,
      )
      const { login = '', reads } = rows[0] ?? {}
      return reads
        ? warn(`"${login}" may do everything, and the record names it for a person`)
        : ok(`"${login}" reads no password`)
    },
    remedy: 'for approving, take a login for yourself: docs/deploy.md, "Roles"',
  },
  {
    name: 'login of the site',
    check: ({ site }) => checkLogin(site, site?.DATABASE_URL, 'approval_events', 'insert'),
    remedy: 'let DATABASE_URL be the login portal_app: docs/deploy.md, "Roles"',
  },
  {
    name: 'login of the gate',
    check: ({ site }) => checkLogin(site, site?.EDGE_DATABASE_URL || site?.DATABASE_URL, 'users', 'select'),
    remedy: 'let EDGE_DATABASE_URL be the login portal_edge: docs/deploy.md, "Roles"',
  },
  {
    name: 'migrations',
    async check({ client }) {
      const [files, applied] = [await readMigrations(MIGRATIONS), await readApplied(client)]
      const missing = files.filter(({ name }) => !applied.includes(name)).map(({ name }) => name)
      return missing.length > 0
        ? fail(`not applied: ${missing.join(', ')}`)
        : ok(`all ${files.length} are applied`)
    },
    remedy: 'npm run migrate',
    isRequired: true,
  },
  {
    name: 'version of the code',
    async check({ client }) {
      const newer = findNewer(await readApplied(client), await readMigrations(MIGRATIONS))
      return newer.length > 0 ? warn(isNewer(newer)) : ok('as new as the database')
    },
    remedy: WHEN_NEWER,
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
      const found = `${waiting} messages wait, the oldest is ${Math.max(0, late)} min late`
      return late < OVERDUE_MINUTES ? ok(found) : fail(found)
    },
    remedy: 'look at the log of the function deliver-outbox; npm run admin -- outbox says why messages fail',
  },
  {
    name: 'messages given up',
    async check({ client }) {
      const { rows } = await client.query<{ dead: number }>(
        'select count(*)::int as dead from outbox where dead_at is not null',
      )
      const { dead = 0 } = rows[0] ?? {}
      return dead === 0 ? ok('none') : warn(String(dead))
    },
    remedy: 'npm run admin -- outbox says why; put it right, then npm run admin -- outbox --retry',
  },
]

/** Whether a login of the site signs in, and whether a hole in its part of the site would open more than that part needs. */
async function checkLogin(
  site: Database['site'],
  url: string | undefined,
  table: string,
  right: string,
): Promise<Finding> {
  if (!site) return skip('its connection string is not on this machine')
  if (!url) return fail('has no connection string')
  const client = clientFor(url)
  try {
    await client.connect()
    const { rows } = await client.query<{ login: string; can: boolean }>(
      `select current_user as login, has_table_privilege($1, $2) or has_any_column_privilege($1, $2) as can`,
      [table, right],
    )
    const { login = '', can = true } = rows[0] ?? {}
    return can ? warn(`"${login}" may ${right} ${table}`) : ok(`"${login}" cannot ${right} ${table}`)
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
