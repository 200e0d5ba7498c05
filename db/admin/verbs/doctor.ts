import pg from 'pg'
import { NO_DATABASE } from '../../database-url.ts'
import { describeError } from '../../describe-error.ts'
import { readStackFile } from '../../stack-file.ts'
import { refuseWords } from '../arguments.ts'
import { checkClock, checkMigrations, checkOutbox, checkRoles } from '../doctor/database.ts'
import { fail, ok, type Finding } from '../doctor/finding.ts'
import { checkBlobs, checkMail } from '../doctor/services.ts'
import { checkSettings } from '../doctor/settings.ts'
import type { Report, Surroundings, Verb } from '../verb.ts'

const CONNECT_TIMEOUT_MS = 10_000

export const doctor: Verb = {
  name: 'doctor',
  summary: 'whether everything is in order, and what to do if not',
  takes: '',
  about: `Looks at settings, database, migrations, clock, roles, waiting and given-up messages, mail and pictures. Names
variables and never shows what is in them. Changes nothing. Exit status 1 when something fails.`,
  options: {},
  prepare(input) {
    refuseWords('doctor', input)
    return { in: 'surroundings', work: async (surroundings) => report(await examine(surroundings)) }
  },
}

async function examine({ env, databaseUrl }: Surroundings): Promise<Finding[]> {
  // The portal that runs here has told what its own environment is; a DATABASE_URL means another one.
  const settings = env.DATABASE_URL ? env : { ...env, ...readStackFile(env)?.env }
  const [mail, blobs, database] = await Promise.all([
    checkMail(settings),
    checkBlobs(settings),
    databaseUrl ? examineDatabase(databaseUrl, settings) : [fail('database', 'none was found', NO_DATABASE)],
  ])
  return [...checkSettings(settings), ...database, mail, blobs]
}

async function examineDatabase(databaseUrl: string, env: NodeJS.ProcessEnv): Promise<Finding[]> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: CONNECT_TIMEOUT_MS,
  })
  const begun = performance.now()
  try {
    await client.connect()
    const reached = ok('database', `answered within ${Math.ceil(performance.now() - begun)} ms`)
    const migrations = await checkMigrations(client)
    // Without the schema there is nothing more to ask.
    if (migrations.state === 'fail') return [reached, migrations]
    const clock = await checkClock(client)
    return [reached, migrations, clock, ...(await checkRoles(client, env)), ...(await checkOutbox(client))]
  } catch (error) {
    return [fail('database', describeError(error), 'check DATABASE_URL, and that the database is running')]
  } finally {
    await client.end().catch(() => undefined)
  }
}

function report(findings: Finding[]): Report {
  return {
    json: findings,
    tables: [
      {
        columns: ['', 'what', 'found', 'what to do'],
        rows: findings.map(({ what, state, found, cure }) => [state, what, found, cure]),
      },
    ],
    status: findings.some(({ state }) => state === 'fail') ? 1 : 0,
  }
}
