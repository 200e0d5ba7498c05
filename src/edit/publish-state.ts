import { MINUTE_MS } from '#src/shared/units.ts'

/** The job of the workflows `publish` and `ci` that checks the content. */
const CONTENT_CHECK = 'content'

const CONTENT = 'src/content/'

const USUAL_BUILD_MS = 15 * MINUTE_MS

/**
 * What became of the commits of a branch.
 *
 * @param online the commit that the portal was built from.
 * @param ask GETs a path below the repository's in GitHub's API.
 */
export async function readPublishState(
  branch: string,
  online: string,
  ask: Ask,
  now: number,
): Promise<PublishState> {
  const { ahead_by: count, commits } = (await ask(`compare/${online}...${branch}`)) as Comparison
  if (count === 0) return { is: 'online' }
  const building = (since = '') =>
    ({ is: 'building', count, isLate: now - Date.parse(since) > USUAL_BUILD_MS }) as const
  const check = await latestCheck(branch, ask)
  if (check?.conclusion === 'failure') {
    const annotations = (await ask(`check-runs/${check.id}/annotations`)) as Annotation[]
    const mistakes = annotations.filter(({ path }) => path.startsWith(CONTENT))
    return { is: 'refused', count, mistakes: mistakes.map(toMistake) }
  }
  // Only a build of its own follows a check that passed.
  if (check && (check.conclusion === null || check.conclusion === 'success'))
    return building(check.completed_at ?? check.started_at)
  const { message, committer } = commits.at(-1)?.commit ?? {}
  if (message?.startsWith('[skip ci]')) return { is: 'waiting', count }
  return building(committer?.date)
}

/** undefined without one, and for a token that can't read checks. */
async function latestCheck(branch: string, ask: Ask): Promise<Check | undefined> {
  const path = `commits/${branch}/check-runs?check_name=${CONTENT_CHECK}`
  const { check_runs } = (await ask(path).catch(() => ({ check_runs: [] }))) as { check_runs: Check[] }
  return check_runs.toSorted((a, b) => b.started_at.localeCompare(a.started_at))[0]
}

function toMistake({ path, start_line, message }: Annotation) {
  return { file: path.slice(CONTENT.length), line: start_line, message }
}

export type Ask = (path: string) => Promise<unknown>

/** `count` is of commits. */
export type PublishState =
  | { is: 'online' }
  | { is: 'waiting'; count: number }
  | { is: 'building'; count: number; isLate: boolean }
  | { is: 'refused'; count: number; mistakes: { file: string; line: number; message: string }[] }

interface Comparison {
  ahead_by: number
  commits: { commit: { message: string; committer: { date: string } } }[]
}

interface Check {
  id: number
  conclusion: string | null
  started_at: string
  completed_at: string | null
}

interface Annotation {
  path: string
  start_line: number
  message: string
}
