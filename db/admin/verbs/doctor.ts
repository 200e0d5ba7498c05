import pg from 'pg'
import { InvalidEnvError, readDeliveryEnv, readEnv } from '../../../src/server/env.ts'
import { NO_DATABASE } from '../../database-url.ts'
import { describeError } from '../../describe-error.ts'
import { readStackFile } from '../../stack-file.ts'
import { checkClock, checkMigrations, checkOutbox, checkOwnLogin, checkRoles } from '../doctor/database.ts'
import { findingsOf, type Finding } from '../doctor/finding.ts'
import { checkBlobs, checkMail } from '../doctor/services.ts'
import { tableOf } from '../report.ts'
import type { Report, Surroundings, Verb } from '../verb.ts'

const CONNECT_TIMEOUT_MS = 10_000

export const doctor: Verb = {
  name: 'doctor',
  summary: 'whether everything is in order, and what to do if not',
  takes: '',
  about: `Looks at settings, database, migrations, clock, roles, waiting and given-up messages, mail and pictures. Names
variables and never shows what is in them. Changes nothing. Exit status 1 when something fails. Where the site's settings are
not at hand it looks at the database and at your own login, and leaves the rest to whoever runs the site.`,
  options: {},
  prepare: () => ({ in: 'surroundings', work: async (surroundings) => report(await examine(surroundings)) }),
}

async function examine({ env, databaseUrl }: Surroundings): Promise<Finding[]> {
  // The portal that runs here has told what its own environment is; a DATABASE_URL means another one.
  const settings = env.DATABASE_URL ? env : { ...env, ...readStackFile(env)?.env }
  if (!isOfSite(settings)) {
    return [...(await examineDatabase(databaseUrl, checkOwnLogin)), THE_SITES]
  }
  const [mail, blobs, database] = await Promise.all([
    checkMail(settings),
    checkBlobs(settings),
    examineDatabase(databaseUrl, (client) => checkRoles(client, settings)),
  ])
  return [...checkSettings(settings), ...database, mail, blobs]
}

/** An administrator's machine has a way to the database and nothing else. */
function isOfSite(env: NodeJS.ProcessEnv): boolean {
  return [env.SITE_URL, env.POSTMARK_SERVER_TOKEN, env.MAIL_FROM].some(Boolean)
}

const THE_SITES = findingsOf('settings, mail, pictures, logins').away(
  'the site’s business: its settings are not on this machine',
  'nothing here: run it with the site’s environment',
)

async function examineDatabase(
  databaseUrl: string | null,
  checkLogins: (client: pg.Client) => Promise<Finding[]>,
): Promise<Finding[]> {
  if (!databaseUrl) return [findingsOf('database').fail('none was found', NO_DATABASE)]
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: CONNECT_TIMEOUT_MS,
  })
  const begun = performance.now()
  try {
    await client.connect()
    const reached = findingsOf('database').ok(`answered within ${Math.ceil(performance.now() - begun)} ms`)
    const migrations = await checkMigrations(client)
    // Without the schema there is nothing more to ask.
    if (migrations.state === 'fail') return [reached, migrations]
    const clock = await checkClock(client)
    return [reached, migrations, clock, ...(await checkLogins(client)), ...(await checkOutbox(client))]
  } catch (error) {
    return [describeOutage(error)]
  } finally {
    await client.end().catch(() => undefined)
  }
}

function describeOutage(error: unknown): Finding {
  const isForbidden = error instanceof pg.DatabaseError && error.code === INSUFFICIENT_PRIVILEGE
  if (isForbidden) {
    const cure = 'take an administrator’s login, a member of lanai_admin: docs/deploy.md, "Roles"'
    return findingsOf('your login').fail(describeError(error), cure)
  }
  return findingsOf('database').fail(
    describeError(error),
    'check DATABASE_URL, and that the database is running',
  )
}

const INSUFFICIENT_PRIVILEGE = '42501'

/** Names variables and never shows what is in them. */
function checkSettings(env: NodeJS.ProcessEnv): Finding[] {
  const gate = findingsOf('database of the gate')
  const notices = findingsOf('notices to administrators')
  return [
    check('settings of the site', () => readEnv(env)),
    check('settings of mail', () => readDeliveryEnv(env)),
    env.EDGE_DATABASE_URL
      ? gate.ok('EDGE_DATABASE_URL is set')
      : gate.warn(
          'EDGE_DATABASE_URL is not set: the gate uses DATABASE_URL and could read all that the site can',
          'give the gate a login of its own: docs/deploy.md, "Roles"',
        ),
    notices.ok(env.ADMIN_EMAILS ? 'ADMIN_EMAILS is set' : 'off: ADMIN_EMAILS is not set'),
  ]
}

function check(what: string, read: () => unknown): Finding {
  const { ok, fail } = findingsOf(what)
  try {
    read()
    return ok('complete')
  } catch (error) {
    if (!(error instanceof InvalidEnvError)) throw error
    const wrong = error.problems.map(({ variable, why }) => `${variable} ${why}`).join('; ')
    return fail(wrong, 'set them: see .env.example')
  }
}

function report(findings: Finding[]): Report {
  return {
    json: findings,
    tables: [tableOf(findings, { '': 'state', what: 'what', found: 'found', 'what to do': 'cure' })],
    status: findings.some(({ state }) => state === 'fail') ? 1 : 0,
  }
}
