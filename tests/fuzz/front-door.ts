import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { pipeline } from 'node:stream/promises'
import { malformedStatus } from '../../netlify/local/strict-http.ts'

/**
 * Netlify's front door, as far as HTTP goes, before the emulation, which has none: what HTTP forbids is refused, and what
 * is about the connection stays with the connection.
 */
export async function openFrontDoor(port: number, behind: string): Promise<FrontDoor> {
  const to = { hostname: '127.0.0.1', port: new URL(behind).port }
  const server = createServer((request, response) => {
    const status = malformedStatus(request) ?? (PASSED_ON.has(request.method ?? '') ? null : 405)
    if (status === null) void passOn(request, response, to).catch(() => response.destroy())
    else response.writeHead(status, { connection: 'close' }).end('Bad request.\n')
  })
  server.on('connect', (_, socket) =>
    socket.end('HTTP/1.1 405 Method Not Allowed\r\nconnection: close\r\n\r\n'),
  )
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function passOn(request: IncomingMessage, response: ServerResponse, to: Behind): Promise<void> {
  const { method = 'GET', url = '/', headers } = request
  const path = url.startsWith('/') || url === '*' ? url : url.replace(/^[^:]+:\/\/[^/?]*/, '') || '/'
  const own = new Set([...OF_CONNECTION, ...(headers.connection ?? '').toLowerCase().split(/\s*,\s*/)])
  // Whom it is for is never about the connection, whoever says so.
  for (const name of ['host', 'cookie', 'content-length']) own.delete(name)
  const hasBody = 'content-length' in headers || 'transfer-encoding' in headers
  const sentHeaders = [...keep(request.rawHeaders, own), ...(hasBody ? [] : ['content-length', '0'])]
  const sent = ask({ ...to, method, path, setHost: false, headers: sentHeaders })
  const [[answer]] = await Promise.all([
    once(sent, 'response') as Promise<[IncomingMessage]>,
    pipeline(request, sent),
  ])
  response.writeHead(answer.statusCode ?? 502, keep(answer.rawHeaders, OF_CONNECTION))
  await pipeline(answer, response)
}

function keep(raw: string[], without: ReadonlySet<string>): string[] {
  return raw.filter((_, at) => !without.has((raw[at - (at % 2)] ?? '').toLowerCase()))
}

/** The emulation answers 500 to the methods of other protocols on HTTP. */
const PASSED_ON = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

const OF_CONNECTION = new Set([
  'connection',
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

interface Behind {
  hostname: string
  port: string
}

interface FrontDoor {
  close: () => void
}
