import { Argument } from 'commander'
import { join } from 'node:path'
import { readMigrations } from '../db/migration-files.ts'
import { readStackFile } from '../db/stack-file.ts'
import { isOnThisMachine } from '../src/server/env.ts'
import { npmCommand, runCommand, type Status } from '../tools/command.ts'
import { runChecks, type CheckResult } from './doctor/check.ts'
import { healthChecks, migrationsCheck, siteCheck, writableCheck } from './doctor/health.ts'
import { serviceChecks } from './doctor/services.ts'
import { settingsChecks } from './doctor/settings.ts'
import { readDetails, siteChecks } from './doctor/site.ts'

export function doctor(args: string[], env: NodeJS.ProcessEnv): Promise<Status> {
  const command = npmCommand(
    'doctor',
    'Checks that everything works, and says how to fix what doesn’t. Changes nothing and never prints the value of a setting. Checks ' +
      'the portal running on this machine, or the one whose settings are in the environment.',
  )
    .addArgument(new Argument('[sections...]', 'check only these').choices(SECTIONS))
    .option('--deep <url>', 'check a deployed site: its health, sign-in, gate and SITE_URL')
    .option('--json', 'print [{ section, name, state, tried, found, remedy }]')
    .addHelpText(
      'after',
      `
Each line begins with ok for what the doctor tried or has seen to happen, or with read for what only a setting or a list says.
With --deep and no section, checks only the site. With the site's HEALTH_SECRET in the environment, --deep also checks its
migrations, schedules and messages, and whether its database takes a write. The section schema checks that every migration is
applied, that nobody changed the schema by hand, and that the site's two logins have their rights and reach the same database,
which takes changes and has space for more: Netlify publishes no build that fails it.
Exit status: 0 no failures, 1 failures, 2 wrong arguments.`,
    )
  const work = async ({ json, deep }: Options, sections: readonly string[]) => {
    const site = deep === undefined ? null : URL.parse(deep)
    if (deep !== undefined && !/^https?:$/.test(site?.protocol ?? ''))
      command.error('--deep needs the URL of a site, such as https://portal.your-school.org.')
    const rows = await examine(sections, site, env)
    console.log(json ? JSON.stringify(rows, null, 2) : rows.map(toLine).join('\n'))
    return rows.some(({ state }) => state === 'fail') ? 1 : 0
  }
  return runCommand(command, args, work)
}

async function examine(
  sections: readonly string[],
  deep: URL | null,
  env: NodeJS.ProcessEnv,
): Promise<CheckResult[]> {
  if (!deep && PREVIEWS.includes(env.CONTEXT ?? ''))
    return [env.DATABASE_URL || env.EDGE_DATABASE_URL ? PREVIEW_OF_SITE : PREVIEW]
  const portal = findPortal(env)
  const all = sections.length === 0 && !deep
  const isAsked = (section: string) => (all ? portal.hasSettings : sections.includes(section))
  return [
    ...(isAsked('settings') ? await runChecks('settings', settingsChecks, portal) : []),
    // The section database has these checks, too.
    ...(sections.includes('schema') ? await examineDatabase('schema', portal) : []),
    ...(all || isAsked('database') ? await examineDatabase('database', portal) : []),
    ...(isAsked('services') ? await runChecks('services', serviceChecks, portal) : []),
    ...(all && !portal.hasSettings ? [NO_SETTINGS] : []),
    ...(deep ? await examineSite(deep, env) : []),
  ]
}

const PREVIEWS: readonly string[] = ['deploy-preview', 'branch-deploy']
const PREVIEW = skipped('preview', 'not checked, because a preview needs no settings and no database')
const PREVIEW_OF_SITE: CheckResult = {
  ...PREVIEW,
  state: 'warn',
  found: 'this preview has the site’s logins, so a branch can change what members have',
  remedy:
    'in Netlify, give every variable except NODE_VERSION to the context Production alone (Different value for each deploy context)',
}
const NO_SETTINGS = skipped(
  'settings and services',
  'not checked, because the site’s settings are not on this machine',
)

function skipped(name: string, found: string): CheckResult {
  return { section: 'settings', name, state: 'skip', tried: false, found, remedy: '' }
}

// With DATABASE_URL, the doctor checks that portal and not the one that runs here: it's all that an administrator's machine has.
function findPortal(env: NodeJS.ProcessEnv) {
  const running = readStackFile(env)
  // A container's commands have the settings of the portal that runs there.
  const isRunning = env.SITE_URL ? running?.env?.SITE_URL === env.SITE_URL : !env.DATABASE_URL
  const local = isRunning ? running : null
  const own = { ...env, ...local?.env }
  return {
    env: own,
    isLocal: local !== null,
    isProduction: local?.isProduction === true,
    secrets: local?.secrets ?? [],
    failedSchedules: local?.failedSchedules ?? [],
    hasSettings: Boolean(own.SITE_URL || own.POSTMARK_SERVER_TOKEN || own.MAIL_FROM),
    databaseUrl: local?.databaseUrl ?? env.DATABASE_URL,
  }
}

type Portal = ReturnType<typeof findPortal>

async function examineDatabase(section: 'schema' | 'database', portal: Portal): Promise<CheckResult[]> {
  // The scheduled check of the site installs no development dependencies, and pg is one.
  const { clientFor, databaseChecks, readHealth, schemaChecks } = await import('./doctor/database.ts')
  const { env, hasSettings, databaseUrl } = portal
  let client: ReturnType<typeof clientFor> | undefined
  let health: ReturnType<typeof readHealth> | undefined
  // In a check, because a connection string that can't be read throws.
  const openClient = () => (client ??= clientFor(databaseUrl ?? ''))
  try {
    return await runChecks(section, section === 'schema' ? schemaChecks : databaseChecks, {
      isLocal: portal.isLocal,
      failedSchedules: portal.failedSchedules,
      isNetlify: Boolean(env.NETLIFY),
      url: databaseUrl,
      get client() {
        return openClient()
      },
      site: hasSettings ? env : null,
      health: () => (health ??= readHealth(openClient())),
      migrations: await migrationNames(),
    })
  } finally {
    await client?.end().catch(() => undefined)
  }
}

async function examineSite(address: URL, env: NodeJS.ProcessEnv): Promise<CheckResult[]> {
  let answer: ReturnType<typeof readDetails> | undefined
  const details = () => (answer ??= readDetails(address, env.HEALTH_SECRET))
  return runChecks('site', [...siteChecks, migrationsCheck, writableCheck, siteCheck, ...healthChecks], {
    address,
    isLocal: isOnThisMachine(address.href),
    details,
    health: () => details().catch(() => null),
    migrations: await migrationNames(),
  })
}

async function migrationNames(): Promise<string[]> {
  return (await readMigrations(join(ROOT, 'db/migrations'))).map(({ name }) => name)
}

function toLine({ state, tried, section, name, found, remedy }: CheckResult): string {
  const word = state === 'ok' && !tried ? 'read' : state
  const line = `${word.padEnd(4)}  ${section.padEnd(8)}  ${name}: ${found.replace(/\p{Cc}/gu, '�')}`
  return remedy ? `${line}\n                → ${remedy}` : line
}

const SECTIONS = ['settings', 'schema', 'database', 'services']
const ROOT = join(import.meta.dirname, '..')

interface Options {
  json?: boolean
  deep?: string
}

if (import.meta.main) process.exitCode = await doctor(process.argv.slice(2), process.env)
