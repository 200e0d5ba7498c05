import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { adviseOnContent, checkContent } from '../src/content-check/check.ts'
import { render } from '../src/content-check/problem.ts'
import { readUnfinished, sayUnfinished } from '../src/content-check/unfinished.ts'
import { packs } from '../src/packs.ts'

const HELP = `Says everything that is wrong with the files of src/content, all at once, and what in them is a sample or empty.

  npm run check:content -- [options]

  --json   print { problems, unfinished, advice } instead of sentences
  --help   this text

It builds nothing and asks no network. Exit status: 0 no mistakes, 1 mistakes, 2 wrong options.`

/** Returns the exit status. What it found goes to standard output, mistakes in sentences beside it. */
export async function checkContentCommand(args: string[], surroundings: Surroundings): Promise<0 | 1 | 2> {
  const { root, out, err, today } = surroundings
  const options = readOptions(args)
  if ('wrong' in options) {
    err(`${options.wrong}\n\n${HELP}`)
    return 2
  }
  if (options.help) {
    out(HELP)
    return 0
  }
  const problems = await checkContent(root, packs)
  const unfinished = readUnfinished(root, packs)
  const advice = adviseOnContent(root, today)
  if (options.json) out(JSON.stringify({ problems, unfinished, advice }, null, 2))
  else if (problems.length > 0) err(render(problems))
  else out(['No mistakes in the content.', ...sayUnfinished(unfinished), advice ?? ''].join('\n').trim())
  return problems.length > 0 ? 1 : 0
}

function readOptions(args: string[]) {
  try {
    return parseArgs({ args, options: { json: { type: 'boolean' }, help: { type: 'boolean' } } }).values
  } catch (error) {
    return { wrong: error instanceof Error ? error.message : String(error) }
  }
}

export interface Surroundings {
  root: string
  out: (text: string) => void
  err: (text: string) => void
  /** '2026-11-22' */
  today: string
}

if (import.meta.main) {
  process.exitCode = await checkContentCommand(process.argv.slice(2), {
    root: join(import.meta.dirname, '..'),
    out: (text) => console.log(text),
    err: (text) => console.error(text),
    today: new Date().toISOString().slice(0, 10),
  })
}
