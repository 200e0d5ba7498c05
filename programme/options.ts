import { parseArgs } from 'node:util'
import { questions, readAnswer, type Answers } from './questions.ts'

export const HELP = `Makes the sample programme your own: its names, time zone and channels, a cohort with its weeks, and no samples.

  npm run new-programme -- [options]

${questions.map(({ name, asks }) => `  --${name.padEnd(10)} ${asks}`).join('\n')}
  --overwrite  goes on where content is no sample any more, or is not committed
  --yes        asks nothing: what is not given stays as it is, and --cohort must be
  --json       prints { written, removed, problems, unfinished }; with --yes only
  --help       this text

Exit status: 0 written, 1 refused, or mistakes in the content, 2 wrong options.`

/** What was given is sound; what was not given is not there. */
export function readOptions(args: string[]): Options | { wrong: string } {
  const read = parse(args)
  if ('wrong' in read) return read
  const { overwrite = false, yes = false, json = false, help = false, ...texts } = read
  for (const { name, remedy } of questions) {
    const text = texts[name]
    if (text !== undefined && readAnswer(name, text) === undefined)
      return { wrong: `--${name} cannot be “${text}”. ${remedy}` }
  }
  if (json && !yes) return { wrong: '--json asks nothing: add --yes.' }
  if (yes && !help && texts.cohort === undefined) return { wrong: 'Say which cohort: --cohort "Cohort 18".' }
  return { given: texts, overwrite, yes, json, help }
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS }).values
  } catch (error) {
    return { wrong: error instanceof Error ? error.message : String(error) }
  }
}

const OPTIONS = {
  brand: { type: 'string' },
  cohort: { type: 'string' },
  season: { type: 'string' },
  weeks: { type: 'string' },
  timezone: { type: 'string' },
  contact: { type: 'string' },
  channels: { type: 'string' },
  overwrite: { type: 'boolean' },
  yes: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
} as const

export interface Options {
  given: Partial<Record<keyof Answers, string>>
  overwrite: boolean
  yes: boolean
  json: boolean
  help: boolean
}
