import type { OpenIssue, Step } from './decide.ts'

const TIMEOUT_MS = 15_000

/** The issues that workflows open are this account’s; nobody else’s is touched, whatever it says. */
const AUTHOR = 'github-actions[bot]'

/** The oldest open issue that is ours and has this mark; null when there is none. Throws when GitHub does not answer as it should. */
export async function findIssue(github: GitHub, mark: string): Promise<OpenIssue | null> {
  const query = new URLSearchParams({
    state: 'open',
    creator: AUTHOR,
    sort: 'created',
    direction: 'asc',
    per_page: '100',
  })
  const issues = (await call(github, 'GET', `issues?${query.toString()}`)) as GitHubIssue[]
  const ours = issues.find(({ body, pull_request }) => !pull_request && body?.includes(mark))
  return ours ? { number: ours.number, body: ours.body ?? '' } : null
}

/** Does what was decided. */
export async function take(github: GitHub, step: Step): Promise<void> {
  if (step.do === 'nothing') return
  if (step.do === 'open') {
    await call(github, 'POST', 'issues', { title: step.title, body: step.body })
    return
  }
  const issue = `issues/${step.number}`
  if (step.do === 'update') await call(github, 'PATCH', issue, { body: step.body })
  if (step.comment) await call(github, 'POST', `${issue}/comments`, { body: step.comment })
  if (step.do === 'close') await call(github, 'PATCH', issue, { state: 'closed', state_reason: 'completed' })
}

async function call(
  { api, repository, token }: GitHub,
  method: string,
  path: string,
  body?: object,
): Promise<unknown> {
  const answer = await fetch(`${api}/repos/${repository}/${path}`, {
    method,
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${token}`,
      'x-github-api-version': '2022-11-28',
      'user-agent': 'lanai',
    },
    ...(body && { body: JSON.stringify(body) }),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!answer.ok)
    throw new Error(`GitHub answered ${answer.status} to ${method} ${path.split('?')[0] ?? ''}.`)
  return answer.json()
}

export interface GitHub {
  /** `https://api.github.com`. */
  api: string
  /** `owner/name`. */
  repository: string
  token: string
}

interface GitHubIssue {
  number: number
  body: string | null
  pull_request?: object
}
