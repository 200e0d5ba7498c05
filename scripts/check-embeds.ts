import { join } from 'node:path'
import { checkContent } from '../src/content-check/check.ts'
import { formatProblems } from '../src/content-check/problem.ts'
import { npmCommand, runCommand, type Status } from '../tools/command.ts'
import { readAddresses } from './embeds/addresses.ts'
import { type Ask, checkAddresses, SILENT } from './embeds/check.ts'

/**
 * `npm run check:embeds`. Returns the exit status; the report goes to standard output, errors to standard error.
 *
 * @param ask another server, for tests, which have no time for long pauses.
 */
export function checkEmbeds(args: string[], root: string, ask?: Ask, pauseMs?: number): Promise<Status> {
  const command = npmCommand(
    'check:embeds',
    'Requests every external URL in the content and lists broken ones: frames, recordings, channels, social links, session links, and ' +
      'links in announcements and video descriptions.',
  ).addHelpText(
    'after',
    '\nExit status: 0 nothing broken, 1 broken URLs, 2 no network, mistakes in the content, or wrong arguments.',
  )
  return runCommand(command, args, () => report(root, ask, pauseMs))
}

async function report(root: string, ask?: Ask, pauseMs?: number): Promise<Status> {
  const mistakes = checkContent(root)
  if (mistakes.length > 0) {
    console.error(formatProblems(mistakes))
    return 2
  }
  const checked = await checkAddresses(readAddresses(root), ask, pauseMs)
  if (checked.length > 0 && checked.every(({ problem }) => problem === SILENT)) {
    console.error('No URL answered, so this machine seems to be offline.')
    return 2
  }
  const broken = checked.filter(({ problem }) => problem !== null)
  for (const { files, href, problem } of broken) console.log(`${files.join(', ')}: ${href} ${problem}`)
  console.log(`${checked.length} checked, ${broken.length || 'none'} broken.`)
  return broken.length > 0 ? 1 : 0
}

if (import.meta.main)
  process.exitCode = await checkEmbeds(process.argv.slice(2), join(import.meta.dirname, '..'))
