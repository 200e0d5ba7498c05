import type { ServerRequest } from 'srvx'
import { compress } from './compress.ts'
import { listen } from './listen.ts'
import { loadSite, type Site } from './site.ts'

/** What a Netlify function takes at most. */
const MAX_BODY_BYTES = 6 * 1024 * 1024
const MAX_HEADER_BYTES = 16 * 1024

/** A client that dawdles longer over its headers, over its request, or between two requests is cut off. */
const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 30_000
const KEEP_ALIVE_MS = 10_000
/** How often Node looks for such clients; by default it is half a minute late. */
const TIMEOUTS_CHECKED_EVERY_MS = 1_000

/** What a stop leaves to requests under way. */
const CLOSE_GRACE_MS = 1_000

/** Serves a finished build. Throws a StackError when the address is taken. */
export async function startHost({ root, host, port }: HostOptions): Promise<Host> {
  const site = await loadSite(root)
  const server = await listen({
    hostname: host,
    port,
    purpose: 'the site',
    maxRequestBodySize: MAX_BODY_BYTES,
    middleware: [(request, next) => refuse(request) ?? next(), compress],
    node: {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: TIMEOUTS_CHECKED_EVERY_MS,
    },
    fetch(request) {
      readToEnd(request)
      // Netlify's front door says it. Here it would be the client's word.
      request.headers.delete('x-nf-request-id')
      return site.answer(request).catch((error: unknown) => failed(error, request, site))
    },
  })

  return {
    port: server.port,
    async close() {
      const force = setTimeout(() => void server.close(), CLOSE_GRACE_MS)
      await server.close(false)
      clearTimeout(force)
    },
  }
}

/** What is answered before anything of a body is read. The connection ends with the answer. */
function refuse({ method, url, headers }: Request): Response | null {
  if (method === 'TRACE') return refused(405, 'Method not allowed.\n')
  if (URL.parse(url)?.hostname === INVALID_HOST) return refused(400, 'Bad request.\n')
  // No browser sends chunks: of one byte each, 64 kB of them keep the processor busy for 0.2 s.
  if (headers.has('transfer-encoding')) return refused(411, 'Length required.\n')
  const length = Number(headers.get('content-length'))
  return length > MAX_BODY_BYTES ? refused(413, 'Content too large.\n') : null
}

function refused(status: number, text: string): Response {
  return new Response(text, { status, headers: { connection: 'close' } })
}

/** The rest of a body that was answered before its end is read and forgotten: the next request comes after it. */
function readToEnd({ runtime }: ServerRequest): void {
  const { req, res } = runtime?.node ?? {}
  res?.once('finish', () => {
    if (!req?.complete) req?.removeAllListeners('data').removeAllListeners('readable').resume()
  })
}

/** What srvx puts in place of a Host header that is none. */
const INVALID_HOST = '_invalid_'

/** A request that throws ends here: nothing behind the edge is shown. */
async function failed(error: unknown, request: ServerRequest, { origin }: Site): Promise<Response> {
  // The client left before it had said everything: there is no one to answer.
  if (error instanceof Error && 'code' in error && error.code === 'ECONNRESET') {
    return new Response(null, { status: 400 })
  }
  const { pathname, origin: address } = new URL(request.url)
  console.error(`${request.method} ${pathname} failed:`, error)

  const screen = await origin(new Request(`${address}/500.html`)).catch(() => null)
  const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }
  // The gate, which fills in the marks, is what failed.
  const html = screen?.ok
    ? (await screen.text()).replace(/\[\[.*?\]\]/g, '')
    : '<p>Internal server error.</p>\n'
  return new Response(html, { status: 500, headers })
}

interface HostOptions {
  /** The project: `dist` and `.netlify` are read from it. */
  root: string
  host: string
  /** 0 takes any free one. */
  port: number
}

export interface Host {
  port: number
  /** Lets requests under way finish for a moment, then cuts them off. */
  close(): Promise<void>
}
