import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { formatTable } from '../tools/table.ts'
import { askBlobs } from './go-live/blobs.ts'
import { askDatabase } from './go-live/database.ts'
import { askNeon } from './go-live/neon.ts'
import { askNetlify } from './go-live/netlify.ts'
import { askPostmark } from './go-live/postmark.ts'
import type { Row } from './go-live/row.ts'

const HELP = `Usage: npm run go-live -- [options]

Walks through what a first deploy needs at Netlify, Neon, Postmark and in the database, and says the one thing to do next. Each
row is asked anew each time, so stop and start as you like. It changes nothing; of the store of pictures it writes, reads and
deletes a word. Nothing secret is printed.

  --json   print {"rows": […], "next": {…}}
  --help   print this

Export these where it runs, and nowhere else; it says when it needs the next one:

  NETLIFY_AUTH_TOKEN      a personal access token
  NETLIFY_SITE_ID         the Project ID
  DATABASE_URL            the owner's direct connection string
  POSTMARK_ACCOUNT_TOKEN  for the sender's domain
  POSTMARK_SERVER_TOKEN   only where Netlify keeps the site's secret
  NEON_API_KEY            if you like: for project and branches

Exit status: 0 nothing is left to do, 1 something is, 2 wrong arguments.`

/** `npm run go-live`. Returns the exit status. */
export async function goLive(
  args: string[],
  { env, root, services, out, err, columns }: Surroundings,
): Promise<0 | 1 | 2> {
  const given = readArguments(args)
  if ('wrong' in given) {
    err(`${given.wrong}\n\n${HELP}`)
    return 2
  }
  if (given.help) {
    out(HELP)
    return 0
  }
  const rows = await askAll(env, root, services)
  const left = rows.filter(({ state }) => state === 'FAIL' || state === 'todo')
  const next = left.find(({ cure }) => cure) ?? null
  if (given.json) out(JSON.stringify({ rows, next }, null, 2))
  else out(`${tableOf(rows, columns)}\n\n${sentence(left.length, next)}`)
  return left.length > 0 ? 1 : 0
}

async function askAll(env: NodeJS.ProcessEnv, root: string, services: Services): Promise<Row[]> {
  const { timeoutMs } = services
  const netlify = await askNetlify({ base: services.netlify, timeoutMs }, env, pinnedNode(root))
  const { site } = netlify
  const others = await Promise.all([
    askDatabase({ resolve: services.resolveDatabase, timeoutMs }, env, site),
    askNeon({ base: services.neon, timeoutMs }, env, site),
    askPostmark({ base: services.postmark, timeoutMs }, env, site),
    askBlobs({ apiUrl: new URL(services.netlify).origin, timeoutMs }, env, site?.id ?? null),
  ])
  return [...netlify.rows, ...others.flat()].sort((one, other) => turnOf(one) - turnOf(other))
}

/** What each thing to do next builds on comes first; a deploy comes when all it needs is there. */
const FIRST = ['token', 'site', 'repository', 'Node', 'owner', 'migrations', 'settings']
const LAST = ['settings of previews', 'branch of previews', 'store of pictures', 'split testing', 'deploy']

function turnOf({ what }: Row): number {
  const [first, last] = [FIRST.indexOf(what), LAST.indexOf(what)]
  if (first >= 0) return first
  return FIRST.length + 1 + last
}

function tableOf(rows: readonly Row[], columns: number): string {
  const cells = rows.map(({ where, what, state, found }) => [state, where, what, found])
  return formatTable(['', 'where', 'what', 'found'], cells, columns)
}

function sentence(left: number, next: Row | null): string {
  if (!next)
    return 'Nothing is left to do. Now: npm run smoke -- with the address of the site (docs/deploy.md).'
  return `Next, of ${left}: ${next.where}, ${next.what}: ${next.found}.\n${next.cure}.\nThen call this again.`
}

function pinnedNode(root: string): string | null {
  const file = join(root, '.nvmrc')
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null
}

function readArguments(args: string[]) {
  try {
    const { values } = parseArgs({ args, options: { help: { type: 'boolean' }, json: { type: 'boolean' } } })
    return { help: values.help ?? false, json: values.json ?? false }
  } catch (error) {
    return { wrong: error instanceof Error ? error.message : String(error) }
  }
}

export interface Services {
  /** Where each API is spoken, with a slash at its end. */
  netlify: string
  neon: string
  postmark: string
  resolveDatabase: (url: string) => string
  timeoutMs: number
}

export interface Surroundings {
  env: NodeJS.ProcessEnv
  root: string
  services: Services
  out: (text: string) => void
  err: (text: string) => void
  /** The width of the terminal. */
  columns: number
}

if (import.meta.main) {
  process.exitCode = await goLive(process.argv.slice(2), {
    env: process.env,
    root: join(import.meta.dirname, '..'),
    services: {
      netlify: 'https://api.netlify.com/api/v1/',
      neon: 'https://console.neon.tech/api/v2/',
      postmark: 'https://api.postmarkapp.com/',
      resolveDatabase: (url) => url,
      timeoutMs: 10_000,
    },
    out: console.log,
    err: console.error,
    columns: process.stdout.isTTY ? process.stdout.columns : Infinity,
  })
}
