import { parseArgs } from 'node:util'

export const HELP = `Asks every address that the content leads to, and says which are broken: frames, recordings, channels, social links,
where sessions are joined, and links in announcements and below videos.

  npm run check:embeds -- [options]

  --json             print the report as JSON instead of a table, with what is broken and its files
  --site <address>   this portal's own address, for pages that name who may frame them (default: SITE_URL)
  --timeout <s>      seconds to wait for an answer (default: 10)
  --concurrency <n>  how many to ask at once (default: 6)
  --help             this text

The report is kept in src/content/embed-health.json; pages show members what it knows of a frame in trouble.

Exit status: 0 all is well, 1 an address is broken, 2 no network, mistakes in the content, or wrong options.`

/** The options, or what is wrong with them. */
export function readArguments(args: string[], env: NodeJS.ProcessEnv): Arguments | { wrong: string } {
  const read = parse(args)
  if ('wrong' in read) return read
  const {
    help = false,
    json = false,
    site = env.SITE_URL || undefined,
    timeout = '10',
    concurrency = '6',
  } = read
  if (site !== undefined && !URL.canParse(site))
    return { wrong: `--site must be a whole address, not ${site}.` }
  if (!isCount(timeout)) return { wrong: `--timeout must be a number of seconds, not ${timeout}.` }
  if (!isCount(concurrency)) return { wrong: `--concurrency must be a number, not ${concurrency}.` }
  return {
    help,
    json,
    site: site === undefined ? null : new URL(site).origin,
    timeoutMs: Number(timeout) * 1000,
    concurrency: Number(concurrency),
  }
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: false }).values
  } catch (error) {
    return { wrong: error instanceof Error ? error.message : String(error) }
  }
}

function isCount(text: string): boolean {
  return /^[1-9]\d{0,3}$/.test(text)
}

const OPTIONS = {
  help: { type: 'boolean' },
  json: { type: 'boolean' },
  site: { type: 'string' },
  timeout: { type: 'string' },
  concurrency: { type: 'string' },
} as const

export interface Arguments {
  help: boolean
  json: boolean
  site: string | null
  timeoutMs: number
  concurrency: number
}
