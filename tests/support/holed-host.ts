import { createServer, request, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A host in front of a portal that gives its answers on, all but those in which a test has made a hole. */
export async function startHoledHost(portal: string, membersCookie: string): Promise<HoledHost> {
  let hole: Hole = (_, answer) => answer
  let holes = 0
  const server = createServer((asked, response) => {
    void (async () => {
      const target = asked.url ?? '/'
      const question = { method: asked.method ?? 'GET', target, isMember: 'cookie' in asked.headers }
      const forward = (headers: IncomingHttpHeaders, path = target) =>
        pass(portal, { method: question.method, path, headers, from: `127.0.0.${holes + 2}` }, body)
      const body = await buffer(asked)
      // The gate looks up few sessions that nobody has, and many checks bring one each: they pass as the strangers they are.
      const headers = { ...asked.headers }
      if (headers.cookie !== membersCookie) delete headers.cookie
      const asMember = (path: string) => forward({ ...headers, cookie: membersCookie }, path)
      const answer = await hole(question, await forward(headers), asMember)
      response.writeHead(answer.status, answer.headers).end(answer.body)
    })()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    make(next) {
      hole = next
      holes += 1
    },
    close: () => new Promise((closed) => server.close(closed)),
  }
}

/** Each hole is looked at from another address: of one, the portal takes ten made-up sessions in ten seconds. */
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
