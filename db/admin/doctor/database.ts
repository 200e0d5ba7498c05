import { join } from 'node:path'
import type { ClientBase } from 'pg'
import { loginOf } from '../../database-url.ts'
import { findForeign, findNewer, isNewer, readMigrations, WHEN_NEWER } from '../../migration-files.ts'
import { findingsOf, type Finding } from './finding.ts'

const MIGRATIONS = join(import.meta.dirname, '../../migrations')
const CLOCKS_DIFFER_MS = 5_000
const OVERDUE_MINUTES = 10

export async function checkMigrations(client: ClientBase): Promise<Finding> {
  const { ok, warn, fail } = findingsOf('migrations')
  const { rows: known } = await client.query(`select 1 where to_regclass('schema_migrations') is not null`)
  if (known.length === 0) return fail('none was applied', 'npm run migrate')

  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations',
  )
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]))
  const files = await readMigrations(MIGRATIONS)
  const foreign = findForeign([...applied.keys()], files)
  const missing = files.filter(({ name }) => !applied.has(name))
  const edited = files.filter(({ name, checksum }) => applied.has(name) && applied.get(name) !== checksum)
  if (foreign !== undefined)
    return fail(`${foreign} is none of these`, 'use the version that made the database')
  if (edited.length > 0) return fail(`edited since: ${names(edited)}`, 'restore these files')
  if (missing.length > 0) return fail(`not applied: ${names(missing)}`, 'npm run migrate')
  const newer = findNewer([...applied.keys()], files)
  if (newer.length > 0) return warn(isNewer(newer), WHEN_NEWER)
  return ok(`all ${files.length} applied`)
}

export async function checkClock(client: ClientBase): Promise<Finding> {
  const { ok, warn } = findingsOf('clock')
  const askedAt = Date.now()
  const { rows } = await client.query<{ ms: string }>(
    'select extract(epoch from clock_timestamp()) * 1000 as ms',
  )
  const here = (askedAt + Date.now()) / 2
  const apart = Math.round(Number(rows[0]?.ms) - here)
  const found = `${(Math.abs(apart) / 1000).toFixed(1)} s from the database's`
  return Math.abs(apart) < CLOCKS_DIFFER_MS
    ? ok(found)
    : warn(found, 'set the clock of this machine; everything that expires goes by the database’s')
}

/** Whether the logins of the gate and of the site can read and write no more than they need. */
export async function checkRoles(client: ClientBase, env: NodeJS.ProcessEnv): Promise<Finding[]> {
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::int as n from pg_roles where rolname in ('lanai_edge', 'lanai_app', 'lanai_admin')`,
  )
  if (rows[0]?.n !== 3) return [findingsOf('roles').fail('not all of the three exist', 'npm run migrate')]
  return [
    await checkLogin(client, 'role of the gate', env.EDGE_DATABASE_URL, ['users', 'select']),
    await checkLogin(client, 'role of the site', env.DATABASE_URL, ['approval_events', 'insert']),
  ]
}

/** Whether whoever asks is an administrator, and no more than that. */
export async function checkOwnLogin(client: ClientBase): Promise<Finding[]> {
  const { ok, warn } = findingsOf('your login')
  const { rows } = await client.query<{ login: string; reads: boolean }>(
    `select current_user as login, has_column_privilege('users', 'password_hash', 'select') as reads`,
  )
  const { login = '', reads } = rows[0] ?? {}
  if (reads) {
    const cure = 'for approving, take a login of your own: docs/deploy.md, "Roles"'
    return [warn(`"${login}" may do everything, and the record names it for a person`, cure)]
  }
  return [ok(`"${login}" approves, and reads no password and no message`)]
}

async function checkLogin(
  client: ClientBase,
  what: string,
  url: string | undefined,
  [table, right]: [string, string],
) {
  const { ok, warn } = findingsOf(what)
  const login = loginOf(url)
  if (!login) return warn('its connection string is not at hand here', 'run this with the site’s environment')
  const { rows } = await client.query<{ can: boolean }>(
    `select case when exists (select from pg_roles where rolname = $1)
       then has_table_privilege($1, $2, $3) or has_any_column_privilege($1, $2, $3) end as can`,
    [login, table, right],
  )
  const can = rows[0]?.can ?? true
  if (!can) return ok(`"${login}" cannot ${right} ${table}`)
  return warn(
    `"${login}" may ${right} ${table}`,
    'give it a login with fewer rights: docs/deploy.md, "Roles"',
  )
}

export async function checkOutbox(client: ClientBase): Promise<Finding[]> {
  const { rows } = await client.query<{ dead: number; late: string | null; waiting: number }>(
    `select count(*) filter (where dead_at is not null)::int as dead,
       count(*) filter (where dead_at is null)::int as waiting,
       max(extract(epoch from now() - next_attempt_at) / 60)
         filter (where dead_at is null and next_attempt_at <= now() and (locked_until is null or locked_until <= now())) as late
     from outbox where sent_at is null`,
  )
  const schedule = findingsOf('schedule')
  const givenUp = findingsOf('messages given up')
  const { dead = 0, waiting = 0, late = null } = rows[0] ?? {}
  const minutes = Math.floor(Number(late ?? 0))
  return [
    minutes < OVERDUE_MINUTES
      ? schedule.ok(`${waiting} messages wait, the oldest is ${minutes} min late`)
      : schedule.fail(
          `the oldest of ${waiting} waiting messages is ${minutes} min late: nobody delivers`,
          'look at the log of the function deliver-outbox; npm run admin -- outbox says why rows fail',
        ),
    dead === 0
      ? givenUp.ok('none')
      : givenUp.warn(String(dead), 'npm run admin -- outbox, put it right, then outbox-retry'),
  ]
}

function names(files: { name: string }[]): string {
  return files.map(({ name }) => name).join(', ')
}
