import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { NeonDbError } from '@neondatabase/serverless'
import pg from 'pg'
import { describeError } from '../../db/describe-error.ts'
import { readMigrations } from '../../db/migration-files.ts'
import { verifyingTls } from '../../db/stack-file.ts'
import { readGroups } from '../../tools/groups.ts'
import { findWriteError } from '../../src/server/gate/health.ts'
import { createSql } from '../../src/server/vendors/neon.ts'
import { describeSiteConflict, type SiteConflict } from '../../src/server/site.ts'
import {
  check,
  fail,
  ok,
  readingCheck,
  remedyFor,
  shorten,
  skip,
  warn,
  type Check,
  type Finding,
} from './check.ts'
import {
  healthChecks,
  judgeWrite,
  migrationsCheck,
  SITE_CHECK,
  siteFinding,
  type Examined,
  type PortalHealth,
} from './health.ts'
import { schemaCheck } from './schema.ts'

type LoginVariable = 'DATABASE_URL' | 'EDGE_DATABASE_URL'

const ROOT = join(import.meta.dirname, '../..')
const MIGRATIONS = join(ROOT, 'db/migrations')
const TIMEOUT_MS = 10_000

export interface Database extends Examined {
  url: string | undefined
  client: pg.Client
  isNetlify: boolean
  /** The site's settings; null on an administrator's machine. */
  site: NodeJS.ProcessEnv | null
}

export function clientFor(connectionString: string): pg.Client {
  return new pg.Client({
    connectionString: verifyingTls(connectionString),
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  })
}

export const schemaChecks: readonly Check<Database>[] = [
  {
    name: 'connection',
    remedy: 'set the connection string, or start the portal with npm start',
    isRequired: true,
    async run(database) {
      if (!database.url)
        return fail('no database found', database.isNetlify ? 'set DATABASE_URL in Netlify' : undefined)
      const begun = performance.now()
      const wrong = await connect(database.client, 'DATABASE_URL')
      return wrong ?? ok(`connected and wrote 64 kB in ${Math.ceil(performance.now() - begun)} ms`)
    },
  },
  { ...migrationsCheck, isRequired: true },
  schemaCheck,
  check(
    'site login',
    'use a login in DATABASE_URL that is a member of lanai_app alone, without attributes such as CREATEROLE: docs/deploy.md, "Roles"',
    ({ site }) => checkLogin(site, 'DATABASE_URL', 'lanai_app'),
  ),
  check(
    'gate login',
    'use a login in EDGE_DATABASE_URL that is a member of lanai_edge alone, without attributes such as CREATEROLE: docs/deploy.md, "Roles"',
    ({ site }) => checkLogin(site, 'EDGE_DATABASE_URL', 'lanai_edge'),
  ),
  check(
    'one database',
    'copy host and database name of DATABASE_URL into EDGE_DATABASE_URL: otherwise nobody gets past the sign-in screen',
    checkOneDatabase,
  ),
  check(SITE_CHECK, '', checkSite),
]

export const databaseChecks: readonly Check<Database>[] = [
  ...schemaChecks,
  readingCheck(
    'migration files',
    'restore them from the release that made this database (git checkout <tag> -- db/migrations), and put the change into a new one',
    checkMigrationFiles,
  ),
  check(
    'groups',
    'add it to src/content/groups.yaml, or move its members: npm run admin -- groups move NAME ANOTHER',
    checkGroups,
  ),
  check(
    'your login',
    'create a personal login for administrators: docs/deploy.md, "Roles"',
    async ({ client, site }) => {
      if (site) return skip('not checked: the site has separate logins')
      const { rows } = await client.query<{ login: string; reads: boolean }>(
        `select current_user as login, has_column_privilege('users', 'password_hash', 'select') as reads`,
      )
      const { login = '', reads } = rows[0] ?? {}
      return reads
        ? warn(`"${login}" has full access, and the history shows it instead of a person`)
        : ok(`"${login}" can’t read password hashes`)
    },
  ),
  ...healthChecks,
]

// The site names tables without their schema, so the login's search_path has to find them. On a full disk reads still work.
async function connect(client: pg.Client, variable: LoginVariable): Promise<Finding | null> {
  try {
    await client.connect()
  } catch (error) {
    const remedy =
      'copy the connection string again, from postgres:// on, without quotation marks, with the login’s password; check that the database is running'
    return fail(`${variable}: ${describeError(error)}`, remedyFor(error) ?? remedy)
  }
  const { rows } = await client.query<{ login: string; path: string; shadowed: string | null }>(
    `select current_user as login, current_setting('search_path') as path, (
      select min(relname) from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'v') and not pg_table_is_visible(oid)
        and has_schema_privilege(relnamespace, 'usage')
    ) as shadowed`,
  )
  const { login = '', path = '', shadowed } = rows[0] ?? {}
  const remedy = 'undo it: ALTER ROLE … RESET search_path, or ALTER DATABASE … RESET search_path'
  const found = `"${login}" has the search_path ${path}`
  if (!/\bpublic\b/.test(path)) return fail(`${found}, without public`, remedy)
  if (shadowed) return fail(`${found}, where ${shadowed} is not the portal’s`, remedy)
  const query = async (text: readonly string[]) =>
    (await client.query<Record<string, unknown>>(text.join(''))).rows
  const written = judgeWrite(await findWriteError(query))
  if (written.state === 'skip') return warn(`a write by "${login}" is ${written.found}`, GRANT_WRITE)
  return written.state === 'ok' ? null : written
}

// An advisory lock that one login holds isn't free for the other if both reach the same database. The gate's login asks over HTTP, as
// the site does.
async function checkOneDatabase({ site }: Database): Promise<Finding> {
  if (!site) return skip('not checked: the connection strings are not on this machine')
  const app = clientFor(site.DATABASE_URL ?? '')
  const sql = createSql({
    // Neon's error would quote the invalid connection string.
    DATABASE_URL: new URL(site.EDGE_DATABASE_URL ?? '').href,
    DATABASE_HTTP_URL: site.DATABASE_HTTP_URL,
  })
  try {
    await app.connect()
    const key = randomInt(2 ** 31)
    // Between transactions a pooler may change the connection.
    await app.query('begin')
    await app.query('select pg_advisory_xact_lock($1)', [key])
    const [row] = await sql`SELECT pg_try_advisory_xact_lock(${key}) AS "isFree"`
    return row?.isFree ? fail('the actions and the gate use two databases') : ok('both logins reach the same')
  } catch (error) {
    if (!(error instanceof NeonDbError) || error.code)
      return fail(describeError(error), 'first do what the lines about the logins say')
    return fail(
      `no SQL over HTTP: ${error.message}`,
      site.DATABASE_HTTP_URL ? 'leave DATABASE_HTTP_URL empty' : 'use a database at Neon',
    )
  } finally {
    await app.end().catch(() => undefined)
  }
}

async function checkSite({ client, site }: Database): Promise<Finding> {
  const origin = URL.parse(site?.SITE_URL ?? '')?.origin
  const { rows } = await client.query<{ conflict: SiteConflict }>(
    'select public.find_site_conflict($1) as conflict',
    [origin],
  )
  const problem = describeSiteConflict(rows[0]?.conflict ?? null)
  return problem || origin ? siteFinding(problem) : ok('the database is no copy; its site isn’t known here')
}

async function checkMigrationFiles({ client }: Database): Promise<Finding> {
  const { rows: rights } = await client.query<{ canRead: boolean }>(
    `select has_table_privilege('schema_migrations', 'select') as "canRead"`,
  )
  if (!rights[0]?.canRead)
    return skip('not checked: only administrators and the owner can read the checksums')
  const { rows: applied } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations',
  )
  const files = await readMigrations(MIGRATIONS)
  const edited = files
    .filter((file) => applied.some(({ name, checksum }) => name === file.name && checksum !== file.checksum))
    .map(({ name }) => name)
  return edited.length > 0
    ? fail(`edited after they were applied: ${edited.join(', ')}`)
    : ok('are as applied')
}

async function checkGroups({ client }: Database): Promise<Finding> {
  const known = readGroups(ROOT).map(({ name }) => name)
  const { rows } = await client.query<{ name: string; members: string }>(
    `select group_name as name, count(*) as members from public.member_groups
      where group_name <> all ($1) group by 1 order by 1`,
    [known],
  )
  const unknown = rows.map(({ name, members }) => `${name} (${members})`)
  return unknown.length > 0
    ? warn(`members are in groups that the content doesn’t have: ${shorten(unknown)}`)
    : ok('the content has all that members are in')
}

/** @throws DatabaseError if the schema is missing or the login may not read it. */
export async function readHealth(client: pg.Client): Promise<PortalHealth | null> {
  const { rows } = await client.query<{ health: PortalHealth }>('select public.portal_health() as health')
  return rows[0]?.health ?? null
}

const GRANT_WRITE =
  'for 42501, give back what everyone has by default: GRANT EXECUTE ON FUNCTION lo_from_bytea(oid, bytea) TO PUBLIC'

const EXCESS_RIGHTS = `
  with tables as (
    select oid, relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v')
  )
  select attribute from pg_roles, unnest(
    array[rolsuper, rolcreaterole, rolcreatedb, rolbypassrls, rolreplication],
    array['SUPERUSER', 'CREATEROLE', 'CREATEDB', 'BYPASSRLS', 'REPLICATION']
  ) a (is_set, attribute) where is_set and rolname in (current_user, $1)
  union all select 'the role ' || rolname from pg_roles where pg_has_role(oid, 'member') and rolname not in (current_user, $1)
  union all select 'CREATE on the schema' where has_schema_privilege('public', 'create')
  union all select privilege || ' on ' || relname from tables, unnest(array['DELETE', 'TRUNCATE', 'TRIGGER']) privilege
    where has_table_privilege(oid, privilege) and not has_table_privilege($1, oid, privilege)
  union all select distinct privilege || ' on ' || relname
    from tables join pg_attribute on attrelid = oid and attnum > 0 and not attisdropped, unnest(array['SELECT', 'INSERT', 'UPDATE']) privilege
    where has_column_privilege(oid, attnum, privilege) and not has_column_privilege($1, oid, attnum, privilege)
  union all select 'EXECUTE on ' || proname from pg_proc where pronamespace = 'public'::regnamespace
    and has_function_privilege(oid, 'execute') and not has_function_privilege($1, oid, 'execute')`

async function checkLogin(
  site: Database['site'],
  variable: LoginVariable,
  role: 'lanai_app' | 'lanai_edge',
): Promise<Finding> {
  if (!site) return skip('not checked: the connection string is not on this machine')
  const url = site[variable]
  if (!url) return fail('no connection string')
  const client = clientFor(url)
  try {
    const wrong = await connect(client, variable)
    if (wrong) return wrong
    const { rows } = await client.query<{ login: string; isMember: boolean; excess: string[] }>(
      `select current_user as login, pg_has_role($1, 'usage') as "isMember", array(${EXCESS_RIGHTS}) as excess`,
      [role],
    )
    const { login = '', isMember, excess = [] } = rows[0] ?? {}
    if (!isMember) return fail(`"${login}" is not a member of ${role}`)
    if (excess.length > 0) return fail(`"${login}" has more rights than ${role}: ${shorten(excess)}`)
    return ok(`"${login}" can do what ${role} can`)
  } finally {
    await client.end().catch(() => undefined)
  }
}
