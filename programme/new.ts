import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parse } from 'yaml'
import { checkContent } from '../src/content-check/check.ts'
import { plainName } from '../src/content-check/folder.ts'
import { render } from '../src/content-check/problem.ts'
import { readUnfinished, sayUnfinished } from '../src/content-check/unfinished.ts'
import { packs } from '../src/packs.ts'
import { filesBelow } from '../tools/files-below.ts'
import { HELP, readOptions, type Options } from './options.ts'
import { planProgramme, type Plan } from './plan.ts'
import { questions, readAnswer, readAnswers, type Answers, type Question } from './questions.ts'

const CONTENT = 'src/content'
const WEEKS = '12'

/** Returns the exit status. Everything is asked and judged before the first file is touched. */
export async function newProgramme(args: string[], surroundings: Surroundings): Promise<0 | 1 | 2> {
  const { root, out, err, year } = surroundings
  const options = readOptions(args)
  if ('wrong' in options) return say(err, `${options.wrong}\n\n${HELP}`, 2)
  if (options.help) return say(out, HELP, 0)
  const ask = options.yes ? null : surroundings.ask
  if (!options.yes && !ask) return say(err, `Nobody can be asked here: add --yes.\n\n${HELP}`, 2)
  const mistakes = await checkContent(root, packs)
  if (mistakes.length > 0) return say(err, render(mistakes), 1)
  const content = readContent(root)
  const site = parse(content.get('site.yaml') ?? '') as Site
  const refusal = options.overwrite ? null : (refuseOwn(site) ?? refuseUncommitted(root))
  if (refusal) return say(err, `${refusal} Or say so: --overwrite.`, 1)

  const answers = await askAll(options.given, site, { ask, err })
  const cohorts = cohortsIn(content, root)
  if (cohorts.own.includes(plainName(answers.cohort)))
    return say(err, `${answers.cohort} has videos that are no samples. Give the cohort another name.`, 1)
  const plan = planProgramme(content, answers, { packs, samples: cohorts.samples, year })
  if (!options.json) out(summary(plan))
  if (ask && !/^\s*y(es)?\s*$/i.test(await ask('Write it? (y/N) ')))
    return say(err, 'Nothing was written.', 1)
  carryOut(root, plan)
  return report(plan, options, surroundings)
}

/** Where the sample programme says so itself, its events and announcements are samples too. */
function refuseOwn({ samples }: Site): string | null {
  if (samples !== undefined) return null
  return 'This content is no sample: site.yaml has no line `samples`. Its events and announcements would go.'
}

function refuseUncommitted(root: string): string | null {
  const changed = gitStatus(root)
  if (changed === '') return null
  return changed === null
    ? 'There is no history here that could bring the content back.'
    : `The content has changes that are not committed:\n${changed}\nCommit them first.`
}

/** null where git knows nothing. */
function gitStatus(root: string): string | null {
  try {
    const status = ['-C', root, 'status', '--porcelain', '--', CONTENT]
    return execFileSync('git', status, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trimEnd()
  } catch {
    return null
  }
}

function readContent(root: string): Map<string, string> {
  const files = filesBelow(join(root, CONTENT)).filter((path) => /\.(?:yaml|md|vtt)$/.test(path))
  return new Map(files.map((path) => [path, readFileSync(join(root, CONTENT, path), 'utf8')]))
}

/** Cohorts that hold a video of somebody's own, and the others. */
function cohortsIn(content: ReadonlyMap<string, string>, root: string) {
  const { samples } = readUnfinished(root, packs).videos
  const files = [...content.keys()].flatMap((path) => /^playlist\/(.+\.md)$/.exec(path)?.[1] ?? [])
  const cohorts = Map.groupBy(files, (file) => file.replace(/\/.*/s, ''))
  const isOwn = (file: string) => !file.endsWith('/index.md') && !samples.includes(file)
  const own = [...cohorts].filter(([, own]) => own.some(isOwn)).map(([cohort]) => cohort)
  return { own, samples: [...cohorts.keys()].filter((cohort) => !own.includes(cohort)) }
}

/** What is not given is asked, or stays as it is where nobody can be. */
async function askAll(given: Options['given'], site: Site, { ask, err }: Asking): Promise<Answers> {
  const { brand, season, timezone, contact } = site
  const texts = { brand, cohort: '', season, weeks: WEEKS, timezone, contact, channels: '', ...given }
  if (!ask) return readAnswers(texts)
  for (const question of questions.filter(({ name }) => given[name] === undefined)) {
    texts[question.name] = await askOne(question, texts[question.name], { ask, err })
  }
  return readAnswers(texts)
}

async function askOne(
  { name, asks, remedy }: Question,
  otherwise: string,
  { ask, err }: Asked,
): Promise<string> {
  for (;;) {
    const text = (await ask(`${asks}${otherwise && ` (${otherwise})`} `)).trim() || otherwise
    if (readAnswer(name, text) !== undefined) return text
    err(remedy)
  }
}

function summary({ write, remove }: Plan): string {
  const folders = Map.groupBy(remove, (path) => path.replace(/^(playlist\/[^/]+|[^/]+)\/.*$/s, '$1'))
  const removed = [...folders].map(([folder, files]) => `${folder} (${files.length})`)
  return `${CONTENT}: ${write.size} files to write; to remove: ${removed.join(', ') || 'none'}.`
}

function carryOut(root: string, { write, remove }: Plan): void {
  for (const path of remove) {
    rmSync(join(root, CONTENT, path))
    removeEmpty(dirname(path), root)
  }
  for (const [path, text] of write) {
    mkdirSync(dirname(join(root, CONTENT, path)), { recursive: true })
    writeFileSync(join(root, CONTENT, path), text)
  }
}

/** A folder with nothing in it, and those around it that hold nothing else. */
function removeEmpty(folder: string, root: string): void {
  if (folder === '.' || readdirSync(join(root, CONTENT, folder)).length > 0) return
  rmdirSync(join(root, CONTENT, folder))
  removeEmpty(dirname(folder), root)
}

async function report(plan: Plan, { json }: Options, { root, out, err }: Surroundings): Promise<0 | 1> {
  const problems = await checkContent(root, packs)
  const unfinished = readUnfinished(root, packs)
  if (json)
    out(
      JSON.stringify(
        { written: [...plan.write.keys()], removed: plan.remove, problems, unfinished },
        null,
        2,
      ),
    )
  else if (problems.length > 0) err(render(problems))
  else
    out(
      [
        'Done: `git diff` shows what has changed, `npm run dev` how it looks. Still to do:',
        ...sayUnfinished(unfinished),
      ].join('\n'),
    )
  return problems.length > 0 ? 1 : 0
}

function say<Status extends 0 | 1 | 2>(stream: (text: string) => void, text: string, status: Status): Status {
  stream(text)
  return status
}

type Asking = Pick<Surroundings, 'ask' | 'err'>
type Asked = Asking & { ask: NonNullable<Surroundings['ask']> }

interface Site extends Pick<Answers, 'brand' | 'season' | 'timezone' | 'contact'> {
  samples?: unknown
}

export interface Surroundings {
  root: string
  out: (text: string) => void
  err: (text: string) => void
  /** Asks at the terminal; null where there is none. */
  ask: ((text: string) => Promise<string>) | null
  year: number
}

if (import.meta.main) {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  terminal.on('SIGINT', () => process.exit(130))
  process.exitCode = await newProgramme(process.argv.slice(2), {
    root: join(import.meta.dirname, '..'),
    out: (text) => console.log(text),
    err: (text) => console.error(text),
    ask: process.stdin.isTTY ? (text) => terminal.question(text) : null,
    year: new Date().getFullYear(),
  })
  terminal.close()
}
