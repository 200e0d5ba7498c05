import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkContent } from '../src/content-check/check.ts'
import { formatProblems } from '../src/content-check/problem.ts'
import { isBroken } from '../src/embeds/health.ts'
import { packs } from '../src/packs.ts'
import type { Pack } from '../src/schemas/files.ts'
import { isPublicAddress } from '../src/server/net/public-address.ts'
import { runCommand, type Status, type Streams } from './command.ts'
import { readAddresses } from './embeds/addresses.ts'
import { ask } from './embeds/ask.ts'
import { checkAddresses, YOUTUBE_OEMBED, type CheckOptions } from './embeds/check.ts'
import { brokenOnes, summary, toReport, toText } from './embeds/report.ts'

export const HEALTH_FILE = 'src/content/embed-health.json'

const HELP = `Asks every address that the content leads to, and says which are broken: frames, recordings, channels, social links,
where sessions are joined, and links in announcements and below videos.

  npm run check:embeds -- [options]

  --json             print the report as JSON instead of a table, with what is broken and its files
  --site <address>   this portal's own address, for pages that name who may frame them (default: SITE_URL)
  --help             this text

The report is kept in src/content/embed-health.json; pages show members what it knows of a frame in trouble.

Exit status: 0 all is well, 1 an address is broken, 2 no network, mistakes in the content, or wrong options.`

/** `npm run check:embeds`. Returns the exit status; the report goes to standard output, everything else beside it. */
export function checkEmbeds(args: string[], context: Context): Promise<Status> {
  return runCommand(
    {
      help: HELP,
      options: ['site'],
      work({ json, values: { site = context.env.SITE_URL || undefined } }) {
        if (site === undefined) return askAll(json, null, context)
        if (!URL.canParse(site))
          return Promise.resolve({ wrong: `--site must be a whole address, not ${site}.` })
        return askAll(json, new URL(site).origin, context)
      },
    },
    args,
    context,
  )
}

async function askAll(json: boolean, site: string | null, context: Context): Promise<Status> {
  const { root, packs, out, err } = context
  const mistakes = await checkContent(root, packs)
  if (mistakes.length > 0) {
    err(formatProblems(mistakes))
    return 2
  }
  const addresses = await readAddresses(root, packs)
  const checked = await checkAddresses(addresses, { ...REAL, site, ...context.options })
  const asked = checked.filter(({ status }) => status !== 'placeholder')
  if (asked.length > 0 && asked.every(({ isOffline }) => isOffline)) {
    err('No address answered: this machine seems to be offline. Nothing was written.')
    return 2
  }
  const report = toReport(checked, context.now().toISOString())
  writeFileSync(join(root, HEALTH_FILE), `${JSON.stringify(report, null, 2)}\n`)
  out(
    json
      ? JSON.stringify({ ...report, summary: summary(checked), broken: brokenOnes(checked) }, null, 2)
      : toText(checked, context.columns),
  )
  return checked.some(({ status }) => isBroken(status)) ? 1 : 0
}

/** Real addresses lie on the public internet and nowhere else. */
const REAL = {
  ask,
  concurrency: 6,
  timeoutMs: 10_000,
  pauseMs: 1000,
  oembedService: YOUTUBE_OEMBED,
  mayCall: (target: URL, ipAddress: string) => target.protocol === 'https:' && isPublicAddress(ipAddress),
}

interface Context extends Streams {
  root: string
  packs: readonly Pack[]
  env: NodeJS.ProcessEnv
  now: () => Date
  /** The width of the terminal. */
  columns: number
  /** What tests do differently. */
  options?: Partial<CheckOptions>
}

if (import.meta.main) {
  process.exitCode = await checkEmbeds(process.argv.slice(2), {
    root: join(import.meta.dirname, '..'),
    packs,
    env: process.env,
    out: console.log,
    err: console.error,
    now: () => new Date(),
    columns: process.stdout.isTTY ? process.stdout.columns : Infinity,
  })
}
