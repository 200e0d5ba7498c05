import { join } from 'node:path'
import { checkContent } from '../src/content-check/check.ts'
import { readContent } from '../src/content-check/content.ts'
import { type ContentProblem, formatProblems } from '../src/content-check/problem.ts'
import { countSamples, listSamples } from '../src/content-check/samples.ts'
import { readContentDates } from '../tools/content-dates.ts'
import { npmCommand, runCommand, type Status } from '../tools/command.ts'

export function checkContentCommand(args: string[], root: string): Promise<Status> {
  const command = npmCommand(
    'check:content',
    'Lists every mistake in src/content, and what is still a sample. Doesn’t build the site or use the network.',
  )
    .option('--json', 'print { problems, samples }')
    .addHelpText('after', '\nExit status: 0 no mistakes, 1 mistakes, 2 wrong arguments.')
  return runCommand(command, args, ({ json }) => report(Boolean(json), root))
}

async function report(json: boolean, root: string): Promise<0 | 1> {
  const problems = checkContent(root)
  const samples = listSamples(readContent(root))
  if (json) console.log(JSON.stringify({ problems, samples }, null, 2))
  else if (problems.length > 0) {
    console.error(formatProblems(problems))
    if (process.env.GITHUB_ACTIONS) console.error(problems.map(annotationOf).join('\n'))
  } else {
    const { problem } = await readContentDates(root)
    const counted = samples.length > 0 ? countSamples(samples) : []
    console.log(['No mistakes in the content.', counted, problem ?? []].flat().join('\n'))
  }
  return problems.length > 0 ? 1 : 0
}

// GitHub keeps it with the run, and /edit shows it.
function annotationOf({ file, line, message }: ContentProblem): string {
  return `::error file=${file},line=${line}::${message.replaceAll('%', '%25').replaceAll('\n', '%0A')}`
}

if (import.meta.main)
  process.exitCode = await checkContentCommand(process.argv.slice(2), join(import.meta.dirname, '..'))
