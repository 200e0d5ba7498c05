import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readMigrations } from '../db/migration-files.ts'
import { readStackFile } from '../db/stack-file.ts'
import { runCommand, type Status, type Streams } from './command.ts'
import { ask, type Question } from './doctor/ask.ts'
import { runChecks, type Row } from './doctor/check.ts'
import { services } from './doctor/services.ts'
import { settings } from './doctor/settings.ts'
import { site } from './doctor/site.ts'

const HELP = `Usage: npm run doctor -- [settings] [database] [services] [options]

Says whether everything is in order, and what to do if not. Changes nothing, and shows no value of a setting. It looks at the
portal that runs on this machine, or at the one whose settings are in the environment.

  --deep URL  look at a deployed site too: what strangers are shown, headers, actions, health
  --json      print [{ section, name, state, found, remedy }]
  --help      this text

With a section it looks at that alone, with --deep and no section at the site alone. In the environment for --deep:

  HEALTH_SECRET  the site's own, for its build, migrations and schedules
  MEMBER_COOKIE  what an approved member's browser holds as __Host-session, for pages as members see them

Exit status: 0 nothing fails, 1 something does, 2 wrong arguments.`

/** `npm run doctor`. Returns the exit status. */
export function doctor(args: string[], { env, out, err }: Context): Promise<Status> {
  return runCommand(
    {
      help: HELP,
      options: ['deep'],
      takesWords: true,
      async work({ json, values: { deep }, words }) {
        const unknown = words.find((section) => !SECTIONS.includes(section))
        if (unknown !== undefined) return { wrong: `There is no section ${unknown}.` }
        const site = deep === undefined ? null : URL.parse(deep)
        if (deep !== undefined && !/^https?:$/.test(site?.protocol ?? ''))
          return { wrong: '--deep needs the address of a site, such as https://portal.your-school.org.' }
        const rows = await examine(words, site, env)
        out(json ? JSON.stringify(rows, null, 2) : rows.map(toLine).join('\n'))
        return rows.some(({ state }) => state === 'fail') ? 1 : 0
      },
    },
    args,
    { out, err },
  )
}

async function examine(
  sections: readonly string[],
  deep: URL | null,
  env: NodeJS.ProcessEnv,
): Promise<Row[]> {
  const portal = findPortal(env)
  const all = sections.length === 0 && !deep
  const isAsked = (section: string) => (all ? portal.hasSettings : sections.includes(section))
  return [
    ...(isAsked('settings') ? await runChecks('settings', settings, portal) : []),
    ...(all || isAsked('database') ? await examineDatabase(portal) : []),
    ...(isAsked('services') ? await runChecks('services', services, portal.env) : []),
    ...(all && !portal.hasSettings ? [NO_SETTINGS] : []),
    ...(deep ? await examineSite(deep, env) : []),
  ]
}

const NO_SETTINGS: Row = {
  section: 'settings',
  name: 'all, and services',
  state: 'skip',
  found: 'the site’s settings are not on this machine',
  remedy: '',
}

/** A DATABASE_URL means another portal than the one that runs here. On an administrator's machine there is nothing else. */
function findPortal(env: NodeJS.ProcessEnv) {
  const local = env.DATABASE_URL || env.SITE_URL ? null : readStackFile(env)
  const own = { ...env, ...local?.env }
  return {
    env: own,
    isLocal: local !== null,
    hasSettings: Boolean(own.SITE_URL || own.POSTMARK_SERVER_TOKEN || own.MAIL_FROM),
    databaseUrl: env.DATABASE_URL || local?.databaseUrl,
  }
}

type Portal = ReturnType<typeof findPortal>

async function examineDatabase({ env, hasSettings, databaseUrl: url }: Portal): Promise<Row[]> {
  // The watch installs no development dependencies, and PostgreSQL's client is one.
  const { clientFor, database } = await import('./doctor/database.ts')
  const client = clientFor(url ?? '')
  try {
    return await runChecks('database', database, { url, client, site: hasSettings ? env : null })
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function examineSite(address: URL, env: NodeJS.ProcessEnv): Promise<Row[]> {
  const root = join(import.meta.dirname, '..')
  const migrations = await readMigrations(join(root, 'db/migrations'))
  return runChecks('site', site, {
    address,
    ask: (target: string, question?: Question) => ask(address, target, question),
    pages: readdirSync(join(root, 'src/content/pages')).map((file) => `/${file.replace(/\.yaml$/, '')}`),
    newestMigration: migrations.at(-1)?.name ?? '',
    env,
  })
}

/** No text of a server reaches the terminal as a command. */
function toLine({ state, section, name, found, remedy }: Row): string {
  const line = `${state.padEnd(4)}  ${section.padEnd(8)}  ${name}: ${found.replace(/\p{Cc}/gu, '�')}`
  return remedy ? `${line}\n                → ${remedy}` : line
}

const SECTIONS = ['settings', 'database', 'services']

interface Context extends Streams {
  env: NodeJS.ProcessEnv
}

if (import.meta.main) {
  process.exitCode = await doctor(process.argv.slice(2), {
    env: process.env,
    out: console.log,
    err: console.error,
  })
}
