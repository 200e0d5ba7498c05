import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { isSessionToken } from '../src/server/tokens.ts'
import { readBuild } from './smoke/build.ts'
import { take, toLine, type Look, type Row } from './smoke/look.ts'
import { findVisitor, lookAtMail, lookAtPages, lookAtPicture } from './smoke/member.ts'
import { looksOfStrangers, looksWithBuild } from './smoke/stranger.ts'

const HELP = `Usage: npm run smoke -- https://portal.example.org [options]

Says whether a deployed site works and keeps strangers out. With the cookie of a member in SMOKE_COOKIE it compares besides every
protected page with the build on this machine, byte by byte, tries other spellings of a page's address, and uploads and
removes a picture. It leaves nothing behind but counters that end within the hour.

  --mail   have a mail sent to the member: a link for a new password, to be left alone
  --json   print the rows as JSON
  --help   print this

SMOKE_COOKIE is what the browser of an approved member without a picture holds as __Host-session. Give it in the environment
and never as an argument, which every user of a machine can read in its list of processes:

  read -rs SMOKE_COOKIE && export SMOKE_COOKIE

With POSTMARK_SERVER_TOKEN, --mail asks Postmark whether the mail went out.

Exit status: 0 nothing is wrong, 1 something is, 2 wrong arguments.`

/** `npm run smoke`. Returns the exit status. */
export async function smoke(
  args: string[],
  { env, root, postmark, out, err }: Surroundings,
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
  const cookie = readCookie(env.SMOKE_COOKIE)
  if (cookie === null) {
    err('SMOKE_COOKIE is no session: copy the value of the cookie __Host-session, 40 letters and digits.')
    return 2
  }
  const rows = await Promise.all(looksOfStrangers(given.site).map(take))
  if (cookie) {
    const token = env.POSTMARK_SERVER_TOKEN
    const mail = given.mail && { postmark: token ? { ...postmark, token } : null }
    rows.push(...(await lookAsMember(given.site, cookie, root, mail)))
  }
  if (given.json) out(JSON.stringify(rows, null, 2))
  else for (const row of rows) out(toLine(row))
  return rows.some(({ state }) => state === 'FAIL') ? 1 : 0
}

/** One look after the other: the picture’s lean on one another. */
async function lookAsMember(
  site: URL,
  cookie: string,
  root: string,
  mail: false | { postmark: Parameters<typeof lookAtMail>[2] },
): Promise<Row[]> {
  const visitor = findVisitor(site, cookie)
  const rows = [
    await take({
      what: 'the member is let in',
      problem: () => visitor.then(() => null),
      cure: 'copy the cookie of an approved member who is signed in',
    }),
  ]
  if (rows[0]?.state !== 'ok') return rows
  const build = readBuild(root)
  const looks: Look[] = [
    ...(build ? [...looksWithBuild(site, build), ...lookAtPages(site, cookie, build, await visitor)] : []),
    ...lookAtPicture(site, cookie, await visitor),
    ...(mail ? [lookAtMail(site, await visitor, mail.postmark)] : []),
  ]
  if (!build)
    rows.push({ state: 'todo', what: 'pages', found: 'no build to compare with: npm run build', cure: '' })
  for (const look of looks) rows.push(await take(look))
  return rows
}

/** undefined when none is given, null when it is none. */
function readCookie(given: string | undefined): string | null | undefined {
  if (!given) return undefined
  const token = given.trim().replace(/^__Host-session=/, '')
  return isSessionToken(token) ? `__Host-session=${token}` : null
}

function readArguments(args: string[]) {
  try {
    const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true })
    if (values.cookie !== undefined)
      return { wrong: 'A cookie is a secret, and an argument is none: set SMOKE_COOKIE.' }
    const { help = false, json = false, mail = false } = values
    const [address = '', ...more] = positionals
    const site = URL.canParse(address) ? new URL(address) : null
    if (help) return { help }
    if (!site || !/^https?:$/.test(site.protocol) || more.length > 0)
      return { wrong: 'Name one site by its address.' }
    return { help, json, mail, site }
  } catch (error) {
    return { wrong: error instanceof Error ? error.message : String(error) }
  }
}

const OPTIONS = {
  help: { type: 'boolean' },
  json: { type: 'boolean' },
  mail: { type: 'boolean' },
  cookie: { type: 'string' },
} as const

export interface Surroundings {
  env: NodeJS.ProcessEnv
  /** Where the build to compare with lies. */
  root: string
  postmark: { api: string; patienceMs: number }
  out: (text: string) => void
  err: (text: string) => void
}

if (import.meta.main) {
  process.exitCode = await smoke(process.argv.slice(2), {
    env: process.env,
    root: join(import.meta.dirname, '..'),
    postmark: { api: 'https://api.postmarkapp.com', patienceMs: 60_000 },
    out: console.log,
    err: console.error,
  })
}
