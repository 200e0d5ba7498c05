import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** The way to a database's SQL endpoint, which can break in several ways while the portal runs. */
export async function openDatabaseWay(databaseHttpUrl: string): Promise<DatabaseWay> {
  let trouble: Trouble = { is: 'none', times: 0 }
  const way: DatabaseWay = {
    url: '',
    asked: [],
    mend() {
      trouble = { is: 'none', times: 0 }
      way.asked = []
    },
    break(is, times = Infinity, about = /./s) {
      trouble = { is, times, about }
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }

  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  way.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sql`
  return way

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await text(incoming)
    const statement = (JSON.parse(body) as { query?: string }).query ?? ''
    way.asked.push({ statement, login: loginOf(incoming) })
    const is = troubleWith(statement)
    if (is === 'hangs') return
    if (is === 'refuses') return void outgoing.destroy()
    if (is === 'talks nonsense') return void outgoing.end('<html>Bad gateway</html>')
    if (is === 'has no compute') return void outgoing.writeHead(500).end(NO_COMPUTE)
    if (is === 'restarts') return void outgoing.writeHead(400).end(RESTARTING)
    if (is === 'is full') return void outgoing.writeHead(400).end(FULL)
    const { status, answered } = await pass(incoming, body)
    if (is === 'is slow') await new Promise((resolve) => setTimeout(resolve, 800))
    if (is === 'loses the answer') return void outgoing.destroy()
    if (is === 'breaks off') {
      breakOff(outgoing, answered)
      return
    }
    outgoing
      .writeHead(status)
      .end(is === 'approves anybody' ? answered.replace('"approved"', '"owner"') : answered)
  }

  function troubleWith(statement: string): Trouble['is'] {
    if (trouble.times < 1 || !trouble.about?.test(statement)) return 'none'
    trouble.times -= 1
    return trouble.is
  }

  async function pass({ method, headers }: IncomingMessage, body: string) {
    const asked = forward(databaseHttpUrl, { method, headers }).end(body)
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    return { status: answer.statusCode ?? 502, answered: await text(answer) }
  }
}

/** Half of an answer that promised to be whole. */
function breakOff(outgoing: ServerResponse, answered: string): void {
  outgoing.writeHead(200, { 'content-length': Buffer.byteLength(answered) })
  outgoing.write(answered.slice(0, answered.length / 2), () => outgoing.destroy())
}

function loginOf({ headers }: IncomingMessage): string {
  return new URL(String(headers['neon-connection-string'])).username
}

/** As Neon's proxy says it, word for word. */
const NO_COMPUTE = JSON.stringify({ message: 'Control plane request failed', code: '', severity: '' })
const RESTARTING = JSON.stringify({
  message: 'terminating connection due to administrator command',
  code: '57P01',
  severity: 'FATAL',
})
const FULL = JSON.stringify({
  message: 'could not extend file "base/5/16412": No space left on device',
  code: '53100',
  severity: 'ERROR',
})

interface Trouble {
  is:
    | 'none'
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
  /** After so many statements it is over. */
  times: number
  /** Statements it befalls. */
  about?: RegExp
}

export interface DatabaseWay {
  url: string
  /** What went over it since it was mended, and as whom. */
  asked: { statement: string; login: string }[]
  /** @param times for how many statements, @param about and which. */
  break: (is: Trouble['is'], times?: number, about?: RegExp) => void
  mend: () => void
  close: () => void
}
