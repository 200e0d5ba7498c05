import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { startBlobs } from '../../netlify/local/blobs.ts'

/** As much of the APIs of Netlify, Neon and Postmark, and of Netlify Blobs, as a first deploy is asked by. */
export async function startFourServices(directory: string, tokens: Tokens): Promise<FourServices> {
  const blobs = await startBlobs({ directory, token: tokens.netlify })
  const { edgeURL } = JSON.parse(Buffer.from(blobs.context, 'base64').toString()) as { edgeURL: string }
  const calls: string[] = []
  const services: FourServices = {
    url: '',
    answers: {},
    trouble: () => null,
    calls,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await blobs.close()
    },
  }
  const server = createServer((request, response) => {
    void answer(request, response, services, edgeURL, tokens)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  services.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return services
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { answers, trouble, calls }: FourServices,
  blobsUrl: string,
  tokens: Tokens,
): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost')
  calls.push(`${request.method ?? ''} ${pathname}`)
  const send = (status: number, body: string) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  const planned = trouble(pathname)
  if (planned === 'slow') return
  if (planned === 'nonsense') return void send(200, '<html>Welcome</html>')
  if (planned === 'another shape') return void send(200, '{"hello": []}')
  if (planned === 'cut off') return void response.destroy()
  if (planned !== null) return void send(planned, '{}')

  if (pathname.startsWith('/api/v1/blobs/')) {
    const { method = 'GET', headers } = request
    const body = method === 'GET' ? null : await buffer(request)
    const { authorization = '', accept = '*/*' } = headers
    const stored = await fetch(new URL(request.url ?? '/', blobsUrl), {
      method,
      body,
      headers: { authorization, accept },
    })
    return void send(stored.status, await stored.text())
  }
  if (!isLetIn(request, pathname, tokens)) return void send(401, '{}')
  const found = answers[pathname]
  send(found === undefined ? 404 : 200, JSON.stringify(found ?? {}))
}

function isLetIn({ headers }: IncomingMessage, path: string, tokens: Tokens): boolean {
  if (path.startsWith('/neon/')) return headers.authorization === `Bearer ${tokens.neon}`
  if (path.startsWith('/api/v1/')) return headers.authorization === `Bearer ${tokens.netlify}`
  if (/^\/postmark\/(?:domains|senders)$/.test(path))
    return headers['x-postmark-account-token'] === tokens.account
  return headers['x-postmark-server-token'] === tokens.server
}

export interface Tokens {
  netlify: string
  neon: string
  account: string
  server: string
}

/** A status, or another way to go wrong; null answers as the service does. */
export type Trouble = (path: string) => number | 'slow' | 'nonsense' | 'another shape' | 'cut off' | null

export interface FourServices {
  url: string
  /** What is answered at a path. */
  answers: Record<string, unknown>
  trouble: Trouble
  calls: string[]
  close: () => Promise<void>
}
