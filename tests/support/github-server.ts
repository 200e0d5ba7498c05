import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

/** As much of GitHub's API as issues need, for one repository and one token. */
export async function startGitHub(repository: string, token: string): Promise<GitHubServer> {
  const issues: Issue[] = []
  const calls: string[] = []
  let failsWith: number | null = null
  const server = createServer((request, response) => {
    void (async () => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
      const send = (status: number, body: unknown) => response.writeHead(status).end(JSON.stringify(body))
      const path = pathname.replace(`/repos/${repository}/`, '')
      calls.push(`${request.method ?? ''} ${path}`)
      if (request.headers.authorization !== `Bearer ${token}`) return send(401, {})
      if (failsWith) return send(failsWith, {})
      if (request.method === 'GET') {
        const isWanted = (issue: Issue) => issue.state === 'open' && issue.by === searchParams.get('creator')
        return send(200, issues.filter(isWanted))
      }
      const body = (await json(request)) as Partial<Issue>
      const [, number, isComment] = /^issues(?:\/(\d+))?(\/comments)?$/.exec(path) ?? []
      const issue = issues.find((each) => each.number === Number(number))
      if (!number) {
        issues.push({
          number: issues.length + 1,
          state: 'open',
          by: 'github-actions[bot]',
          comments: [],
          ...body,
        })
      } else if (isComment) issue?.comments.push(body.body ?? '')
      else Object.assign(issue ?? {}, body)
      return send(201, {})
    })()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    api: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    issues,
    calls,
    failWith: (status) => (failsWith = status),
    stop: () => new Promise((stopped) => server.close(stopped)),
  }
}

export interface GitHubServer {
  api: string
  issues: Issue[]
  /** `GET issues`. */
  calls: string[]
  failWith: (status: number | null) => void
  stop: () => Promise<unknown>
}

export interface Issue {
  number: number
  state: string
  by: string
  comments: string[]
  title?: string
  body?: string
  pull_request?: object
}
