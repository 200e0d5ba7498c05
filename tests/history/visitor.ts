import { Agent, request, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

/** More than the portal may say nothing in. */
const ANSWER_TIMEOUT_MS = 20_000

const NETWORKS = 24

/** Browsers of one member: each request goes to any of the portals, from any of their networks. */
export function openBrowsers(sites: readonly string[], pick: (count: number) => number): Browsers {
  const agent = new Agent({ keepAlive: true })
  // A network that brings many ended sessions is shut out for a while, which is not what is judged here.
  const networks = Array.from({ length: NETWORKS }, () => `127.0.${1 + pick(250)}.${1 + pick(250)}`)
  return {
    async ask(path, { token, json, headers = {} } = {}) {
      const site = new URL(path, sites[pick(sites.length)])
      const asked = request(site, {
        agent,
        method: json === undefined ? 'GET' : 'POST',
        host: '127.0.0.1',
        localAddress: networks[pick(NETWORKS)],
        timeout: ANSWER_TIMEOUT_MS,
        headers: {
          host: site.host,
          ...(token && { cookie: `__Host-session=${token}` }),
          ...(json !== undefined && { origin: site.origin }),
          ...(json && { 'content-type': 'application/json' }),
          ...headers,
        },
      })
      asked.once('timeout', () => asked.destroy(new Error('No answer.')))
      asked.end(json ? JSON.stringify(json) : undefined)
      try {
        const [answer] = (await once(asked, 'response')) as [IncomingMessage]
        return { status: answer.statusCode ?? 0, headers: answer.headers, body: await text(answer) }
      } catch {
        return { status: 0, headers: {}, body: '' }
      }
    },
    close: () => {
      agent.destroy()
    },
  }
}

/** The session that an answer begins; null when it does not. */
export function sessionOf({ headers }: Answer): string | null {
  const set = headers['set-cookie']?.find((cookie) => cookie.startsWith('__Host-session='))
  return set?.slice('__Host-session='.length).split(';')[0] ?? null
}

export interface Browsers {
  ask: (path: string, question?: Question) => Promise<Answer>
  close: () => void
}

interface Question {
  token?: string
  /** An action's input, null for none; without it a page is asked for. */
  json?: object | null
  headers?: Record<string, string>
}

export interface Answer {
  /** 0 when no answer came. */
  status: number
  headers: IncomingMessage['headers']
  body: string
}
