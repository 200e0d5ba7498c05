import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { startTestServer } from './test-server.ts'

/** A proxy in front of a database's SQL endpoint that fails as a test asks. */
export async function startDatabaseProxy(databaseHttpUrl: string): Promise<DatabaseProxy> {
  const none = { is: 'none', times: 0, about: /./s } as const
  let failure: { is: Failure | 'none'; times: number; about: RegExp } = none
  const server = await startTestServer((incoming, outgoing) => void answer(incoming, outgoing))
  const proxy: DatabaseProxy = {
    url: `${server.url}/sql`,
    asked: [],
    mend() {
      failure = none
      proxy.asked = []
    },
    break(is, times = Infinity, about = none.about) {
      failure = { is, times, about }
    },
    close: () => void server.close(),
  }
  return proxy

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await text(incoming)
    const statement = (JSON.parse(body) as { query?: string }).query ?? ''
    proxy.asked.push({ statement, login: loginOf(incoming) })
    const is = failureFor(statement)
    if (is === 'hangs') return
    if (is === 'refuses') return void outgoing.destroy()
    const { status, said } = answersInstead[is] ?? (await forward(incoming, body))
    if (is === 'loses the answer') return void outgoing.destroy()
    if (is === 'sends half an answer') {
      outgoing.writeHead(200, { 'content-length': Buffer.byteLength(said) })
      return void outgoing.write(said.slice(0, said.length / 2), () => outgoing.destroy())
    }
    outgoing
      .writeHead(status)
      .end(is === 'answers an unknown status' ? said.replace('"approved"', '"owner"') : said)
  }

  function failureFor(statement: string): Failure | 'none' {
    if (failure.times < 1 || !failure.about.test(statement)) return 'none'
    failure.times -= 1
    return failure.is
  }

  async function forward({ headers }: IncomingMessage, body: string): Promise<Said> {
    const neon = Object.entries(headers).filter(([name]) => name.startsWith('neon-')) as [string, string][]
    const response = await fetch(databaseHttpUrl, { method: 'POST', headers: neon, body })
    return { status: response.status, said: await response.text() }
  }
}

function loginOf({ headers }: IncomingMessage): string {
  return new URL(String(headers['neon-connection-string'])).username
}

/** The answers of Neon's proxy, word for word. */
const answersInstead: Partial<Record<Failure | 'none', Said>> = {
  'answers HTML': { status: 200, said: '<html>Bad gateway</html>' },
  'has no compute': error(500, 'Control plane request failed', '', ''),
  restarts: error(400, 'terminating connection due to administrator command', '57P01', 'FATAL'),
  'has no disk space': error(
    400,
    'could not extend file "base/5/16412": No space left on device',
    '53100',
    'ERROR',
  ),
}

function error(status: number, message: string, code: string, severity: string): Said {
  return { status, said: JSON.stringify({ message, code, severity }) }
}

interface Said {
  status: number
  said: string
}

type Failure =
  | 'refuses'
  | 'hangs'
  | 'answers HTML'
  | 'answers an unknown status'
  | 'has no compute'
  | 'restarts'
  | 'loses the answer'
  | 'sends half an answer'
  | 'has no disk space'

export interface DatabaseProxy {
  url: string
  /** The statements since it was mended, with their login. */
  asked: { statement: string; login: string }[]
  /** @param times for how many statements, @param about and which. */
  break: (is: Failure, times?: number, about?: RegExp) => void
  mend: () => void
  close: () => void
}
