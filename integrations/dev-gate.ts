import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { NodeRequest, sendNodeResponse } from 'srvx/node'
import type { Connect, Plugin, ViteDevServer } from 'vite'
import type * as edgeModule from '../src/server/edge.ts'
import type * as gateModule from '../src/server/gate/gate.ts'
import type { Pages } from '../src/server/vendors/ports.ts'

const UNGATED = /^\/(@|_astro\/|\.netlify\/images\/|node_modules\/|src\/)/

const BYPASS_HEADER = 'x-lanai-dev-pass'
const pass = randomUUID()

/**
 * Runs the real gate in front of `astro dev`. The development server acts as Netlify's edge, and its ungated pages as the files
 * behind it.
 */
export const devGate: Plugin = {
  name: 'lanai-dev-gate',
  enforce: 'pre',
  // Returned, so that it runs after Vite's modules and before Astro's pages.
  configureServer: (server) => () => {
    server.middlewares.use((request, response, next) => {
      if (request.headers[BYPASS_HEADER] === pass || UNGATED.test(request.url ?? '')) next()
      else answer(server, request, response).catch(next)
    })
  },
}

async function answer(server: ViteDevServer, req: Connect.IncomingMessage, res: ServerResponse) {
  // Vite cuts the base off; the gate wants the target as it was sent.
  req.url = req.originalUrl ?? req.url
  const request = new NodeRequest({ req, res })
  const url = new URL(request.url)
  const edge = (await server.ssrLoadModule('/src/server/edge.ts')) as typeof edgeModule
  const gate = (await server.ssrLoadModule('/src/server/gate/gate.ts')) as typeof gateModule

  let broken: Response | null = null
  const pages = renderedPages(async (path) => {
    const page = await fetchUngated(req, path)
    if (page.status >= 500) broken = page.clone()
    return page
  })
  const gated = await gate.handleRequest(edge.createGate({}, pages), request, () =>
    forward(req, url.pathname + url.search, request),
  )
  // Shows Astro's error page instead of the gate's 503.
  await sendNodeResponse(res, (broken as Response | null) ?? gated)
}

function renderedPages(render: (path: string) => Promise<Response>): Pages {
  const open = async (path: string) => {
    const page = await render(path)
    const type = page.headers.get('content-type') ?? 'application/octet-stream'
    return { page, file: { type, bytes: new Uint8Array(await page.arrayBuffer()) } }
  }
  return {
    async openProtected(path) {
      const { page, file } = await open(path)
      if (page.ok) return file
      if (page.status === 404) return null
      throw new Error(`The development server answered ${page.status}.`)
    },
    // Error screens have another status than 200.
    openPublic: async (path) => (await open(path)).file,
  }
}

// Copies the response, because the gate sets headers and those of a fetched response are immutable.
async function forward(req: IncomingMessage, path: string, request: Request): Promise<Response> {
  const headers = new Headers(request.headers)
  headers.delete('connection')
  headers.delete('accept-encoding')
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
  const answer = await fetchUngated(req, path, {
    method: request.method,
    headers,
    ...(hasBody && { body: request.body, duplex: 'half' }),
  })
  return new Response(answer.body, answer)
}

function fetchUngated(req: IncomingMessage, path: string, init: RequestInit = {}): Promise<Response> {
  const { localAddress = '127.0.0.1', localPort = 0 } = req.socket
  const host = localAddress.includes(':') ? `[${localAddress}]` : localAddress
  const headers = new Headers(init.headers)
  headers.set(BYPASS_HEADER, pass)
  return fetch(`http://${host}:${localPort}${path}`, { redirect: 'manual', ...init, headers })
}
