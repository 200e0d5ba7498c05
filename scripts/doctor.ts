import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { NO_DATABASE } from '../db/database-url.ts'
import { readMigrations } from '../db/migration-files.ts'
import { readStackFile } from '../db/stack-file.ts'
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
export async function doctor(args: string[], { env, out, err }: Surroundings): Promise<0 | 1 | 2> {
  const given = readArguments(args)
  if ('wrong' in given) {
    err(`${given.wrong}\n\n${HELP}`)
    return 2
  }
  if (given.help) {
    out(HELP)
    return 0
  }
  const rows = await examine(given.sections, given.deep, env)
  out(given.json ? JSON.stringify(rows, null, 2) : rows.map(toLine).join('\n'))
  return rows.some(({ state }) => state === 'fail') ? 1 : 0
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

async function examineDatabase({
  env,
  hasSettings,
  databaseUrl,
}: ReturnType<typeof findPortal>): Promise<Row[]> {
  if (!databaseUrl)
    return [
      {
        section: 'database',
        name: 'connection',
        state: 'fail',
        found: 'none was found',
        remedy: NO_DATABASE,
      },
    ]
  // The watch installs no development dependencies, and PostgreSQL's client is one.
  const { clientFor, database } = await import('./doctor/database.ts')
  const client = clientFor(databaseUrl)
  try {
    return await runChecks('database', database, { client, site: hasSettings ? env : null })
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
  const line = `${state.padEnd(4)}  ${section.padEnd(8)}  ${name}: ${found}${remedy && `\n                → ${remedy}`}`
  return line.replace(/[^\P{Cc}\n]/gu, '�')
}

const SECTIONS = ['settings', 'database', 'services']

function readArguments(args: string[]) {
  try {
    const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true })
    const { help = false, json = false } = values
    const deep = values.deep === undefined ? null : URL.parse(values.deep)
    const unknown = positionals.find((section) => !SECTIONS.includes(section))
    if (unknown !== undefined) return { wrong: `There is no section ${unknown}.` }
    if (values.deep !== undefined && !/^https?:$/.test(deep?.protocol ?? ''))
      return { wrong: '--deep needs the address of a site, such as https://portal.your-school.org.' }
    return { help, json, deep, sections: positionals }
  } catch (error) {
    return { wrong: error instanceof Error ? error.message : String(error) }
  }
}

const OPTIONS = {
  help: { type: 'boolean' },
  json: { type: 'boolean' },
  deep: { type: 'string' },
} as const

export interface Surroundings {
  env: NodeJS.ProcessEnv
  out: (text: string) => void
  err: (text: string) => void
}

if (import.meta.main) {
  process.exitCode = await doctor(process.argv.slice(2), {
    env: process.env,
    out: console.log,
    err: console.error,
  })
}
