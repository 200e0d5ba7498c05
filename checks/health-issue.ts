import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { decide, type Step } from './health-issue/decide.ts'
import { findIssue, take, type GitHub } from './health-issue/github.ts'
import { topics } from './health-issue/topics.ts'

const HELP = `Keeps one issue in the repository about what does not work: opens it, writes it anew, closes it when all is well.

  npm run --silent check:embeds -- --json > health.json
  node checks/health-issue.ts health.json [options]

  npm run --silent smoke -- https://portal.example.org > smoke.txt
  node checks/health-issue.ts --site smoke.txt [options]

  --site     the report is one of smoke, and the issue is about the portal
  --dry-run  say what would be done, and do nothing
  --json     say it as JSON
  --help     this text

GITHUB_REPOSITORY and GITHUB_TOKEN name the repository and let in; GITHUB_API_URL is another GitHub than github.com.

Exit status: 0 done, or nothing to do, 1 GitHub did not do it, 2 wrong options or settings, or no report.`

/** Called by .github/workflows/{health,watch}.yml. Returns the exit status; what was done goes to standard output. */
export async function healthIssue(args: string[], env: NodeJS.ProcessEnv, say: Say): Promise<0 | 1 | 2> {
  const given = readArguments(args)
  if ('wrong' in given) {
    say.err(`${given.wrong}\n\n${HELP}`)
    return 2
  }
  if (given.help) {
    say.out(HELP)
    return 0
  }
  const github = readGitHub(env)
  const { topic, read } = topics[given.about]
  const broken = read(readText(given.file))
  if (!github || !broken) {
    say.err(github ? `${given.file} holds no report.` : NO_SETTINGS)
    return 2
  }
  try {
    const step = decide(topic, broken, await findIssue(github, topic.mark))
    if (!given.isDry) await take(github, step)
    say.out(given.json ? JSON.stringify(step) : sentence(step, given.isDry))
    return 0
  } catch (error) {
    say.err(error instanceof Error ? error.message : String(error))
    return 1
  }
}

function sentence(step: Step, isDry: boolean): string {
  const would = isDry ? 'Would: ' : ''
  if (step.do === 'nothing') return 'Nothing to do.'
  return step.do === 'open' ? `${would}open an issue.` : `${would}${step.do} issue ${step.number}.`
}

function readArguments(args: string[]) {
  try {
    const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true })
    const { help = false, json = false, 'dry-run': isDry = false } = values
    const about = values.site ? ('site' as const) : ('addresses' as const)
    const [file, ...more] = positionals
    if (!help && (file === undefined || more.length > 0)) return { wrong: 'Name one report.' }
    return { help, json, isDry, about, file: file ?? '' }
  } catch (error) {
    return { wrong: error instanceof Error ? error.message : String(error) }
  }
}

function readGitHub(env: NodeJS.ProcessEnv): GitHub | null {
  const { GITHUB_API_URL: api = 'https://api.github.com', GITHUB_REPOSITORY, GITHUB_TOKEN: token } = env
  if (!token || !/^[\w-]+\/[\w.-]+$/.test(GITHUB_REPOSITORY ?? '')) return null
  return { api, repository: GITHUB_REPOSITORY ?? '', token }
}

/** '' when there is none. */
function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

const OPTIONS = {
  help: { type: 'boolean' },
  json: { type: 'boolean' },
  site: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
} as const

const NO_SETTINGS = 'GITHUB_REPOSITORY (owner/name) and GITHUB_TOKEN must be set.'

interface Say {
  out: (text: string) => void
  err: (text: string) => void
}

if (import.meta.main) {
  process.exitCode = await healthIssue(process.argv.slice(2), process.env, {
    out: console.log,
    err: console.error,
  })
}
