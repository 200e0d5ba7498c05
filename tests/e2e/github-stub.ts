import { createHash } from 'node:crypto'
import type { Page, Route } from 'playwright/test'

/** GitHub's API with these files, as far as /edit asks it. An app's token has no user there. */
export async function stubGitHub(page: Page, content: Record<string, string>) {
  const files = new Map(Object.entries(content))
  const commits: Commit[] = []
  let isOver = false
  let checks: object[] = []
  let annotations: object[] = []
  let online = 0
  const head = () => sha(`commit ${commits.length}`)
  const commit = ({ message, fileChanges }: Commit) => {
    commits.push({ message, fileChanges })
    for (const { path, contents } of fileChanges.additions)
      files.set(path, Buffer.from(contents, 'base64').toString())
    for (const { path } of fileChanges.deletions) files.delete(path)
    checks = []
  }
  await page.route('https://www.githubstatus.com/**', (route) => route.abort())
  await page.route('https://api.github.com/**', async (route) => {
    const request = route.request()
    const { pathname } = new URL(request.url())
    if (request.method() === 'OPTIONS') return route.fulfill({ status: 204, headers: ALLOWED })
    if (isOver || !/^token ghs_\w+$/.test(request.headers().authorization ?? ''))
      return answer(route, 401, { message: 'Bad credentials' })
    if (pathname === '/user' || pathname.includes('/collaborators/'))
      return answer(route, 403, { message: 'Resource not accessible by integration' })
    if (pathname.includes('/git/trees/')) {
      const tree = [...files].map(([path, text]) => ({
        type: 'blob',
        path,
        sha: sha(text),
        size: text.length,
      }))
      return answer(route, 200, { tree })
    }
    if (pathname.includes('/compare/')) {
      const ahead = commits.slice(online)
      const committer = { date: new Date().toISOString() }
      return answer(route, 200, {
        ahead_by: ahead.length,
        commits: ahead.map(({ message }) => ({ commit: { message: message.headline, committer } })),
      })
    }
    if (pathname.endsWith('/check-runs')) return answer(route, 200, { check_runs: checks })
    if (pathname.endsWith('/annotations')) return answer(route, 200, annotations)
    if (pathname.endsWith('/dispatches')) {
      checks = [check(null)]
      return route.fulfill({ status: 204, headers: ALLOWED })
    }
    if (pathname !== '/graphql') return answer(route, 404, { message: 'Not Found' })

    const { query, variables } = request.postDataJSON() as { query: string; variables: { input?: Input } }
    if (variables.input) {
      if (variables.input.expectedHeadOid !== head())
        return answer(route, 200, { errors: [{ type: 'STALE_DATA', message: STALE }] })
      commit(variables.input)
      const added = variables.input.fileChanges.additions.map(({ path }, index): [string, object] => [
        `file_${index}`,
        { oid: sha(files.get(path) ?? '') },
      ])
      const made = { oid: head(), committedDate: new Date().toISOString(), ...Object.fromEntries(added) }
      return answer(route, 200, { data: { createCommitOnBranch: { commit: made } } })
    }
    const author = { name: 'Leilani', email: 'l@example.org', user: null }
    const node = { oid: head(), message: 'Start', author, committedDate: '2025-06-01T00:00:00Z' }
    const ref = { target: { oid: head(), history: { nodes: [node] } } }
    const textOf = new Map([...files.values()].map((text) => [sha(text), text]))
    const aliases = [...query.matchAll(/(\w+_\d+): (?:object\(oid: "(\w+)"\))?/g)].map(
      ([, name = '', oid]): [string, object] => [
        name,
        oid === undefined ? ref : { text: textOf.get(oid), isTruncated: false },
      ],
    )
    return answer(route, 200, { data: { repository: { ref, ...Object.fromEntries(aliases) } } })
  })
  return {
    commits,
    files,
    /** Another editor's. */
    commit: (path: string, text: string) => {
      const contents = Buffer.from(text).toString('base64')
      commit({
        message: { headline: '[skip ci] Update' },
        fileChanges: { additions: [{ path, contents }], deletions: [] },
      })
    },
    /** What the content's check says of the last commit. */
    check: (
      conclusion: 'success' | 'failure',
      mistakes: { path: string; start_line: number; message: string }[] = [],
    ) => {
      checks = [check(conclusion)]
      annotations = mistakes
    },
    /** Netlify has built the last commit. */
    deploy: () => {
      online = commits.length
    },
    /** Refuses the token until the next sign-in. */
    endHour: () => {
      isOver = true
      page.once('popup', () => {
        isOver = false
      })
    },
  }
}

function answer(route: Route, status: number, json: object): Promise<void> {
  return route.fulfill({ status, json, headers: ALLOWED })
}

function check(conclusion: string | null) {
  const now = new Date().toISOString()
  return { id: 1, conclusion, started_at: now, completed_at: conclusion && now }
}

function sha(text: string): string {
  return createHash('sha1').update(text).digest('hex')
}

const ALLOWED = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-allow-methods': '*',
}

const STALE = 'Expected branch to point to another commit'

interface Commit {
  message: { headline: string }
  fileChanges: { additions: { path: string; contents: string }[]; deletions: { path: string }[] }
}

type Input = Commit & { expectedHeadOid: string }
