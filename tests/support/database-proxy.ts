import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { startTestServer } from './test-server.ts'

/** In front of a database's SQL endpoint: breaks in several ways while the portal runs. */
export async function startDatabaseProxy(databaseHttpUrl: string): Promise<DatabaseProxy> {
  const none = { is: 'none', times: 0, about: /./s } as const
  let trouble: { is: Trouble | 'none'; times: number; about: RegExp } = none
  const server = await startTestServer((incoming, outgoing) => void answer(incoming, outgoing))
  const proxy: DatabaseProxy = {
    url: `${server.url}/sql`,
    asked: [],
    mend() {
      trouble = none
      proxy.asked = []
    },
    break(is, times = Infinity, about = none.about) {
      trouble = { is, times, about }
    },
    close: () => void server.close(),
  }
  return proxy

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await text(incoming)
    const statement = (JSON.parse(body) as { query?: string }).query ?? ''
    proxy.asked.push({ statement, login: loginOf(incoming) })
    const is = troubleWith(statement)
    if (is === 'hangs') return
    if (is === 'refuses') return void outgoing.destroy()
    const { status, said } = saidInstead[is] ?? (await forward(incoming, body))
    if (is === 'is slow') await sleep(800)
    if (is === 'loses the answer') return void outgoing.destroy()
    if (is === 'breaks off') {
      outgoing.writeHead(200, { 'content-length': Buffer.byteLength(said) })
      return void outgoing.write(said.slice(0, said.length / 2), () => outgoing.destroy())
    }
    outgoing.writeHead(status).end(is === 'approves anybody' ? said.replace('"approved"', '"owner"') : said)
  }

  function troubleWith(statement: string): Trouble | 'none' {
    if (trouble.times < 1 || !trouble.about.test(statement)) return 'none'
    trouble.times -= 1
    return trouble.is
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

/** As Neon's proxy says it, word for word. */
const saidInstead: Partial<Record<Trouble | 'none', Said>> = {
  'talks nonsense': { status: 200, said: '<html>Bad gateway</html>' },
  'has no compute': error(500, 'Control plane request failed', '', ''),
  restarts: error(400, 'terminating connection due to administrator command', '57P01', 'FATAL'),
  'is full': error(400, 'could not extend file "base/5/16412": No space left on device', '53100', 'ERROR'),
}

function error(status: number, message: string, code: string, severity: string): Said {
  return { status, said: JSON.stringify({ message, code, severity }) }
}

interface Said {
  status: number
  said: string
}

type Trouble =
  | 'refuses'
  | 'hangs'
  | 'talks nonsense'
  | 'is slow'
  | 'approves anybody'
  | 'has no compute'
  | 'restarts'
  | 'loses the answer'
  | 'breaks off'
  | 'is full'

export interface DatabaseProxy {
  url: string
  /** What went over it since it was mended, and as whom. */
  asked: { statement: string; login: string }[]
  /** @param times for how many statements, @param about and which. */
  break: (is: Trouble, times?: number, about?: RegExp) => void
  mend: () => void
  close: () => void
}
