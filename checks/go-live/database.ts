import pg from 'pg'
import { checkMigrations, checkRoles } from '../../db/admin/doctor/database.ts'
import type { Finding } from '../../db/admin/doctor/finding.ts'
import type { Site } from './netlify.ts'
import { rowsOf, type Row } from './row.ts'

const { ok, fail, todo, unneeded, waits, waiting } = rowsOf('database')

const LOGINS = { DATABASE_URL: 'login of the site', EDGE_DATABASE_URL: 'login of the gate' } as const
const LATER = ['migrations', 'role of the gate', 'role of the site', ...Object.values(LOGINS)]

/** The database itself, asked as its owner: its schema, and that the site's logins can sign in and do no more than they must. */
export async function askDatabase(
  { resolve, timeoutMs }: Reach,
  { DATABASE_URL: url }: NodeJS.ProcessEnv,
  site: Site | null,
): Promise<Row[]> {
  if (!url) {
    const cure = 'export the owner’s direct connection string as DATABASE_URL (Neon: Connect)'
    return [todo('owner', 'DATABASE_URL is not set here', cure), ...waiting(LATER, 'owner')]
  }
  const client = clientFor(resolve(url), timeoutMs)
  try {
    await client.connect()
    const schema = rowOf(await checkMigrations(client))
    const known = ok('owner', 'signs in')
    if (schema.state === 'FAIL' && !schema.found.includes('newer')) {
      return [known, schema, ...waiting(LATER.slice(1), 'migrations')]
    }
    if (!site) return [known, schema, ...waiting(LATER.slice(1), 'Netlify')]
    const roles = await checkRoles(client, urlsOf(site))
    const signIns = Object.entries(LOGINS).map(([key, what]) =>
      trySignIn(site, key, what, { resolve, timeoutMs }),
    )
    return [known, schema, ...roles.map((role) => rowOfRole(role, site)), ...(await Promise.all(signIns))]
  } catch (error) {
    const cure =
      'copy the owner’s direct connection string again into DATABASE_URL (Neon: Connect, "Connection pooling" off)'
    return [fail('owner', `the database ${reasonOf(error)}`, cure), ...waiting(LATER, 'owner')]
  } finally {
    await client.end().catch(() => undefined)
  }
}

export interface Reach {
  /** Where a server is reached by a client of PostgreSQL's own protocol. */
  resolve: (url: string) => string
  timeoutMs: number
}

/** What is too much for a login is a reason not to go live, where a doctor only warns. */
function rowOf({ what, state, found, cure }: Finding): Row {
  return state === 'ok' ? ok(what, found) : fail(what, found, cure)
}

/** Without a login of its own the gate takes the site's, and could read passwords. */
function rowOfRole(role: Finding, { settings: { production } }: Site): Row {
  if (role.what !== 'role of the gate' || production.has('EDGE_DATABASE_URL')) return rowOf(role)
  const cure =
    'make portal_edge (docs/deploy.md, "Roles"), and set EDGE_DATABASE_URL of the site to its pooled string'
  return fail(role.what, 'EDGE_DATABASE_URL is not set: the gate would be the site’s login', cure)
}

/** A secret of Netlify's is not to be read: its login then has the name that the documentation gives it. */
function urlsOf({ settings: { production } }: Site): NodeJS.ProcessEnv {
  const read = (key: string, login: string) => {
    const setting = production.get(key)
    return setting?.value ?? (setting ? `postgres://${login}@host/database` : undefined)
  }
  return {
    DATABASE_URL: read('DATABASE_URL', 'portal_app'),
    EDGE_DATABASE_URL: read('EDGE_DATABASE_URL', 'portal_edge'),
  }
}

async function trySignIn(site: Site, key: string, what: string, { resolve, timeoutMs }: Reach): Promise<Row> {
  const setting = site.settings.production.get(key)
  if (!setting) return waits(what, 'settings')
  if (setting.value === null) return unneeded(what, `${key} is secret at Netlify: the smoke check tries it`)
  const client = clientFor(resolve(setting.value), timeoutMs)
  try {
    await client.connect()
    return ok(what, 'signs in')
  } catch (error) {
    const cure = `make the login (docs/deploy.md, "Roles"), and copy its connection string into ${key} of the site`
    return fail(what, `the database ${reasonOf(error)}`, cure)
  } finally {
    await client.end().catch(() => undefined)
  }
}

function clientFor(connectionString: string, timeoutMs: number): pg.Client {
  return new pg.Client({ connectionString, connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs })
}

/** Without PostgreSQL's own sentence, which repeats names of hosts and logins. */
function reasonOf(error: unknown): string {
  if (!(error instanceof pg.DatabaseError)) return 'cannot be reached from here'
  return error.code?.startsWith('28') ? 'refuses login and password' : `says no (${error.code ?? 'no code'})`
}
