import { join } from 'node:path'
import { FastResponse, serve } from 'srvx'
import { listen } from './listen.ts'
import { createCompression } from './site/compress.ts'
import { loadEdge } from './site/edge.ts'
import { loadFunction } from './site/function.ts'
import { createFairQueue } from './site/fair-queue.ts'
import type { Origin, SiteRequest } from './site/site-request.ts'
import { readHeaderRules, readStaticFiles } from './site/static-files.ts'
import { strictHttp } from './strict-http.ts'

/** What a Netlify function takes at most, and so the most that is any use here. */
const MAX_BODY_BYTES = 6 * 1024 * 1024
const MAX_HEADER_BYTES = 16 * 1024

/** A client that dawdles longer over its headers, over its request, or between two requests is cut off. */
const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 30_000
const KEEP_ALIVE_MS = 10_000

/** What a stop leaves to requests under way. */
const CLOSE_GRACE_MS = 1_000

/**
 * Serves a finished build the way Netlify does: the edge function first, then a file, then the function. Throws
 * a StackError when the address is taken.
 */
export async function startHost(options: HostOptions): Promise<Host> {
  const built = join(options.root, '.netlify/v1')
  const files = await readStaticFiles(join(options.root, 'dist'), await readHeaderRules(built))
  const serveFunction = await loadFunction(join(built, 'functions/ssr/ssr.mjs'))
  const origin: Origin = async (ask) => (await files.answer(ask)) ?? serveFunction(ask)
  const edge = await loadEdge(join(built, 'edge-functions/middleware/middleware.mjs'))
  const nextInQueue = createFairQueue()
  const compress = createCompression()
  let underWay = 0

  const server = serve({
    hostname: options.host,
    port: options.port,
    manual: true,
    silent: true,
    gracefulShutdown: false,
    maxRequestBodySize: MAX_BODY_BYTES,
    middleware: [strictHttp],
    node: {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
    },
    async fetch(request) {
      const refusal = refuse(request)
      if (refusal) return refusal

      // A body that waited would fill the socket: what brings one begins at once.
      const isBegun = !isSafe(request) || (await nextInQueue(request.ip ?? ''))
      if (!isBegun) return overloaded()
      const ask: SiteRequest = { request, url: new URL(request.url), ip: request.ip ?? '' }
      underWay += 1
      try {
        const answer = edge.covers(ask.url) ? edge.answer(ask, origin) : origin(ask)
        const whole = await answer.catch((error: unknown) => failed(error, ask, origin))
        return await compress(request, whole, underWay === 1)
      } finally {
        underWay -= 1
      }
    },
  })

  const port = await listen(server, { ...options, purpose: 'the site' })
  return {
    port,
    async close() {
      const force = setTimeout(() => void server.close(true), CLOSE_GRACE_MS)
      await server.close()
      clearTimeout(force)
    },
  }
}

/** What a CDN would never let through. */
export function refuse(request: Request): Response | null {
  if (request.method === 'TRACE') return new Response('Method not allowed.\n', { status: 405 })
  const url = URL.parse(request.url)
  // Of another scheme the path may be empty, and what is covered by nothing would pass the edge.
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === INVALID_HOST) {
    return new Response('Bad request.\n', { status: 400 })
  }
  const length = Number(request.headers.get('content-length') ?? 0)
  return length > MAX_BODY_BYTES ? new Response('Content too large.\n', { status: 413 }) : null
}

function isSafe({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** Said by the host itself: whatever is behind it has too much to do. */
function overloaded(): Response {
  const headers = {
    'content-type': 'text/plain; charset=utf-8',
    'content-length': String(TOO_MUCH.length),
    'cache-control': 'no-store',
    'retry-after': '30',
  }
  return new FastResponse(TOO_MUCH, { status: 503, headers })
}

const TOO_MUCH = 'Service unavailable. Please try again in a moment.\n'

/** Whatever throws, the request ends here: nothing behind the edge is shown. */
async function failed(error: unknown, ask: SiteRequest, origin: Origin): Promise<Response> {
  if (codeOf(error) === 'ERR_BODY_TOO_LARGE') return new Response('Content too large.\n', { status: 413 })
  // The client left before it had said everything: there is no one to answer.
  if (codeOf(error) === 'ECONNRESET') return new Response(null, { status: 400 })
  console.error(`${ask.request.method} ${ask.url.pathname} failed:`, error)

  const url = new URL('/500.html', ask.url)
  const screen = await origin({ request: new Request(url), url, ip: ask.ip }).catch(() => null)
  const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }
  if (screen?.status === 200) return new Response(withoutMarks(await screen.text()), { status: 500, headers })
  return new Response('Internal server error.\n', { status: 500, headers: { 'cache-control': 'no-store' } })
}

/** The gate, which fills them in, is what failed. */
function withoutMarks(html: string): string {
  return html.replace(/\[\[.*?\]\]/g, '')
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}

/** What srvx puts in place of a Host header that is none. */
const INVALID_HOST = '_invalid_'

export interface HostOptions {
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
