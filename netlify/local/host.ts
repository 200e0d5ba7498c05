import { type ServerRequest, FastResponse, type ServerMiddleware } from 'srvx'
import { listen } from './listen.ts'
import { loadSite, type SiteRequest } from './site.ts'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

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

// Node discards the rest of a body only if nobody has begun to read it.
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

const MIN_BYTES = 1024
const LEVEL = 4

const compress: ServerMiddleware = async (request, next) => {
  const answer = await next()
  const { status } = answer
  const headers = new Headers(answer.headers)
  const isText = TEXT.test(headers.get('content-type') ?? '') && status !== 206
  if (isText) headers.append('vary', 'accept-encoding')
  if (!answer.body || request.method === 'HEAD') return new FastResponse(null, { status, headers })

  // Buffered, because an aborted stream throws in Node where it can't be caught.
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const isAccepted = request.headers.get('accept-encoding')?.includes('gzip') ?? false
  const isWorthIt = isText && isAccepted && bytes.length >= MIN_BYTES
  const body = isWorthIt ? await gzipped(bytes, { level: LEVEL }) : bytes
  if (isWorthIt) {
    headers.set('content-encoding', 'gzip')
    // Ranges refer to the uncompressed bytes.
    headers.delete('accept-ranges')
  }
  headers.set('content-length', String(body.length))
  return new FastResponse(body, { status, headers })
}

const TEXT = /^text\/|^application\/(json|javascript|xml)|\+(json|xml)/

const gzipped = promisify(gzip)

/**
 * The visitor's address: the last one in X-Forwarded-For that isn't a trusted proxy's, if a trusted proxy made the connection.
 * Otherwise that of the connection, because a client can send the header, too.
 *
 * @param proxies addresses and networks of trusted proxies.
 */
export function clientAddress(
  { ip = '', headers }: Pick<SiteRequest, 'ip' | 'headers'>,
  proxies: readonly string[],
): string {
  if (!isIP(ip) || !isAmong(ip, proxies)) return ip
  const forwarded = (headers.get('x-forwarded-for') ?? '').split(',').map((each) => each.trim())
  const visitor = forwarded.findLast((each) => !isIP(each) || !isAmong(each, proxies)) ?? ''
  return isIP(visitor) ? visitor : ip
}

function isAmong(address: string, networks: readonly string[]): boolean {
  const parsed = ipaddr.process(address)
  const ranges = networks.map((each) =>
    ipaddr.parseCIDR(each.includes('/') ? each : `${each}/${isIP(each) === 6 ? 128 : 32}`),
  )
  return ipaddr.subnetMatch(parsed, { proxies: ranges }, 'none') === 'proxies'
}

export interface HostOptions {
  root: string
  host: string
  port: number
  /** Addresses and networks of proxies whose X-Forwarded-For counts; none by default. */
  trustedProxies?: readonly string[] | undefined
  requestTimeoutMs?: number
}

export type Host = Awaited<ReturnType<typeof startHost>>
