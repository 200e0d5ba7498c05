import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Presets, SingleBar } from 'cli-progress'
import { checkContent } from '../src/content-check/check.ts'
import { render } from '../src/content-check/problem.ts'
import { isBroken } from '../src/embeds/health.ts'
import { packs } from '../src/packs.ts'
import type { Pack } from '../src/schemas/files.ts'
import { isPublicAddress } from '../src/server/net/public-address.ts'
import type { Address } from './embeds/address.ts'
import { readAddresses } from './embeds/addresses.ts'
import { HELP, readArguments } from './embeds/arguments.ts'
import { ask } from './embeds/ask.ts'
import { checkAddresses, YOUTUBE_OEMBED, type Checked, type CheckOptions } from './embeds/check.ts'
import { brokenOnes, summary, toReport, toText } from './embeds/report.ts'

export const HEALTH_FILE = 'src/content/embed-health.json'

/** `npm run check:embeds`. Returns the exit status; the report goes to standard output, everything else beside it. */
export async function checkEmbeds(args: string[], surroundings: Surroundings): Promise<0 | 1 | 2> {
  const { root, packs, env, out, err } = surroundings
  const given = readArguments(args, env)
  if ('wrong' in given) return say(err, `${given.wrong}\n\n${HELP}`, 2)
  if (given.help) return say(out, HELP, 0)
  const mistakes = await checkContent(root, packs)
  if (mistakes.length > 0) return say(err, render(mistakes), 2)

  const addresses = await readAddresses(root, packs)
  const checked = await withProgress(addresses, { ...REAL, ...given, ...surroundings.options }, surroundings)
  const asked = checked.filter(({ status }) => status !== 'placeholder')
  if (asked.length > 0 && asked.every(({ isOffline }) => isOffline)) {
    return say(err, 'No address answered: this machine seems to be offline. Nothing was written.', 2)
  }
  const report = toReport(checked, surroundings.now().toISOString())
  writeFileSync(join(root, HEALTH_FILE), `${JSON.stringify(report, null, 2)}\n`)
  out(
    given.json
      ? JSON.stringify({ ...report, summary: summary(checked), broken: brokenOnes(checked) }, null, 2)
      : toText(checked, surroundings.columns),
  )
  return checked.some(({ status }) => isBroken(status)) ? 1 : 0
}

async function withProgress(
  addresses: readonly Address[],
  options: CheckOptions,
  { isTerminal }: Surroundings,
): Promise<Checked[]> {
  if (!isTerminal) return checkAddresses(addresses, options)
  const bar = new SingleBar(
    { format: ' {bar} {value} of {total}', clearOnComplete: true },
    Presets.shades_classic,
  )
  bar.start(addresses.length, 0)
  try {
    return await checkAddresses(addresses, options, () => bar.increment())
  } finally {
    bar.stop()
  }
}

function say<Status extends 0 | 2>(stream: (text: string) => void, text: string, status: Status): Status {
  stream(text)
  return status
}

/** Real addresses lie on the public internet and nowhere else. */
const REAL = {
  ask,
  pauseMs: 1000,
  oembedService: YOUTUBE_OEMBED,
  mayCall: (target: URL, ipAddress: string) => target.protocol === 'https:' && isPublicAddress(ipAddress),
}

export interface Surroundings {
  root: string
  packs: readonly Pack[]
  env: NodeJS.ProcessEnv
  out: (text: string) => void
  err: (text: string) => void
  now: () => Date
  /** The width of the terminal. */
  columns: number
  isTerminal: boolean
  /** What tests do differently. */
  options?: Partial<CheckOptions>
}

if (import.meta.main) {
  process.exitCode = await checkEmbeds(process.argv.slice(2), {
    root: join(import.meta.dirname, '..'),
    packs: packs,
    env: process.env,
    out: (text) => console.log(text),
    err: (text) => console.error(text),
    now: () => new Date(),
    columns: process.stdout.isTTY ? process.stdout.columns : Infinity,
    isTerminal: process.stderr.isTTY,
  })
}
