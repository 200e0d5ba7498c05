import type { ServerRequest } from 'srvx'
import { clientAddress } from './client-address.ts'
import { compress } from './compress.ts'
import { listen } from './listen.ts'
import { loadSite } from './site.ts'

const MAX_BODY_BYTES = 6 * 1024 * 1024

// For a whole request. A picture of 5 MB takes 20 s at 2 Mbit/s.
const REQUEST_TIMEOUT_MS = 30_000

// Longer than a proxy's (Caddy: two minutes), so that a connection never closes while a request is on its way.
const KEEP_ALIVE_MS = 130_000

/** Serves a finished build. @throws StackError when the port is taken. */
export async function startHost(options: HostOptions) {
  const { root, host, port, trustedProxies = [], requestTimeoutMs = REQUEST_TIMEOUT_MS } = options
  const answer = await loadSite(root)
  const server = await listen({
    hostname: host,
    port,
    purpose: 'the site',
    maxRequestBodySize: MAX_BODY_BYTES,
    node: {
      requestTimeout: requestTimeoutMs,
      connectionsCheckingInterval: requestTimeoutMs / 6,
      keepAliveTimeout: KEEP_ALIVE_MS,
    },
    middleware: [(request, next) => rejectEarly(request) ?? next(), compress],
    fetch(request) {
      drainBody(request)
      // On Netlify the platform sets it; here it would be the client's.
      request.headers.delete('x-nf-request-id')
      const ip = clientAddress(request, trustedProxies)
      return answer(Object.defineProperty(request, 'ip', { value: ip })).catch((error: unknown) =>
        respondTo(error, request),
      )
    },
  })

  return { port: server.port, close: server.close }
}

function rejectEarly({ method, url, headers, ip }: ServerRequest): Response | null {
  // The client disconnected. Without its address, attempts can't be counted.
  if (!ip) return rejection(400, '')
  if (method === 'TRACE') return rejection(405, 'Method not allowed.\n')
  if (URL.parse(url)?.hostname === INVALID_HOST) return rejection(400, 'Bad request.\n')
  const length = Number(headers.get('content-length'))
  return length > MAX_BODY_BYTES ? rejection(413, 'Content too large.\n') : null
}

function rejection(status: number, text: string): Response {
  return new Response(text, { status, headers: { connection: 'close' } })
}

function drainBody({ runtime }: ServerRequest): void {
  const { req, res } = runtime?.node ?? {}
  res?.once('finish', () => {
    if (!req?.complete) req?.removeAllListeners('data').removeAllListeners('readable').resume()
  })
}

// srvx's placeholder for an invalid Host header.
const INVALID_HOST = '_invalid_'

// The response to a request that threw. Shows nothing from behind the edge.
function respondTo(error: unknown, { method, url }: ServerRequest): Response {
  // The client disconnected.
  if (error instanceof Error && 'code' in error && error.code === 'ECONNRESET') return rejection(400, '')
  console.error(`${method} ${new URL(url).pathname} failed:`, error)
  return rejection(500, 'Internal server error.\n')
}

interface HostOptions {
  root: string
  host: string
  port: number
  /** Addresses and networks of proxies whose X-Forwarded-For counts; none by default. */
  trustedProxies?: readonly string[] | undefined
  requestTimeoutMs?: number
}

export type Host = Awaited<ReturnType<typeof startHost>>
