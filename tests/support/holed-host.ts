import { createServer, request, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A host in front of a portal that gives its answers on, all but those in which a test has made a hole. */
export async function startHoledHost(portal: string, membersCookie: string): Promise<HoledHost> {
  let hole: Hole = (_, answer) => answer
  let strangers = 1
  const addressOf = ({ cookie = membersCookie }: IncomingHttpHeaders) =>
    `127.0.0.${cookie === membersCookie ? 1 : ++strangers}`

  const server = createServer((asked, response) => {
    void (async () => {
      const target = asked.url ?? '/'
      const question = { method: asked.method ?? 'GET', target, isMember: 'cookie' in asked.headers }
      const forward = (headers: IncomingHttpHeaders, path = target) =>
        pass(portal, { method: question.method, path, headers, from: addressOf(headers) }, body)
      const body = await buffer(asked)
      const asMember = (path: string) => forward({ ...asked.headers, cookie: membersCookie }, path)
      const answer = await hole(question, await forward(asked.headers), asMember)
      response.writeHead(answer.status, answer.headers).end(answer.body)
    })()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    make: (next) => (hole = next),
    close: () => new Promise((closed) => server.close(closed)),
  }
}

/** Made-up sessions come from an address each: of one, the portal looks up ten in ten seconds. */
async function pass(
  portal: string,
  { method, path, headers, from }: Passed,
  body: Buffer,
): Promise<HoledAnswer> {
  const { port, host } = new URL(portal)
  const { promise, resolve, reject } = Promise.withResolvers<HoledAnswer>()
  const asking = request({
    host: '127.0.0.1',
    port,
    localAddress: from,
    method,
    path,
    headers: { ...headers, host, connection: 'close' },
  })
  asking.on('error', reject)
  asking.on('response', (answer) => {
    // Of the body's frame, which the answer gets anew.
    const rest = Object.fromEntries(
      Object.entries(answer.headers).filter(([name]) => !/^(?:transfer-encoding|content-length)$/.test(name)),
    )
    buffer(answer).then((bytes) => {
      resolve({ status: answer.statusCode ?? 0, headers: rest, body: bytes })
    }, reject)
  })
  asking.end(body)
  return promise
}

interface Passed {
  method: string
  path: string
  headers: IncomingHttpHeaders
  from: string
}

export type Hole = (
  question: { method: string; target: string; isMember: boolean },
  answer: HoledAnswer,
  /** What a member would be answered at a path. */
  asMember: (path: string) => Promise<HoledAnswer>,
) => HoledAnswer | Promise<HoledAnswer>

export interface HoledAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

export interface HoledHost {
  url: string
  make: (hole: Hole) => void
  close: () => Promise<unknown>
}
