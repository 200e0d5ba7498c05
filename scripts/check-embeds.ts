import { join } from 'node:path'
import { checkContent } from '../src/content-check/check.ts'
import { formatProblems } from '../src/content-check/problem.ts'
import { npmCommand, runCommand, type Status, type Streams } from '../tools/command.ts'
import { readAddresses } from './embeds/addresses.ts'
import { requestPage } from './embeds/request-page.ts'
import { checkAddresses, type CheckOptions } from './embeds/check.ts'
import { isBroken, toTable } from './embeds/report.ts'

/** `npm run check:embeds`. Returns the exit status; the report goes to standard output, errors to standard error. */
export function checkEmbeds(args: string[], context: Context): Promise<Status> {
  const command = npmCommand(
    'check:embeds',
    'Requests every external URL in the content and lists broken ones: frames, recordings, channels, social links, session links, and ' +
      'links in announcements and video descriptions.',
  )
    .option('--json', 'print { broken: [{ address, detail, files }] }')
    .option(
      '--site <url>',
      'this portal’s URL, for sites that only allow some pages to frame them (default: SITE_URL)',
    )
    .addHelpText(
      'after',
      '\nExit status: 0 nothing broken, 1 broken URLs, 2 no network, mistakes in the content, or wrong arguments.',
    )
  const work = ({ json, site = context.env.SITE_URL }: Options) => {
    if (site && !URL.canParse(site)) command.error(`--site must be a full URL, not ${site}.`)
    return askAll(Boolean(json), site ? new URL(site).origin : null, context)
  }
  return runCommand(command, args, work, context)
}

async function askAll(json: boolean, site: string | null, context: Context): Promise<Status> {
  const { root, out, err } = context
  const mistakes = await checkContent(root)
  if (mistakes.length > 0) {
    err(formatProblems(mistakes))
    return 2
  }
  const addresses = (await readAddresses(root)).filter(({ url }) => !EXAMPLE.test(new URL(url).hostname))
  const checked = await checkAddresses(addresses, { ask: context.ask ?? requestPage, site })
  const broken = checked.filter(isBroken)
  if (checked.length > 0 && checked.every(({ status }) => status === 'silent')) {
    err('No URL answered, so this machine seems to be offline.')
    return 2
  }
  const said = broken.map(({ href, detail, files }) => ({ address: href, detail, files }))
  out(json ? JSON.stringify({ broken: said }, null, 2) : toTable(checked))
  return broken.length > 0 ? 1 : 0
}

/** Hosts that are reserved for examples (RFC 2606). */
const EXAMPLE = /(?:^|\.)(?:example(?:\.(?:com|net|org))?|invalid|test)$/

interface Options {
  json?: boolean
  site?: string
}

interface Context extends Streams {
  root: string
  env: NodeJS.ProcessEnv
  /** For tests. */
  ask?: CheckOptions['ask']
}

if (import.meta.main) {
  process.exitCode = await checkEmbeds(process.argv.slice(2), {
    root: join(import.meta.dirname, '..'),
    env: process.env,
    out: console.log,
    err: console.error,
  })
}
