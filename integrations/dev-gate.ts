import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AstroIntegration } from 'astro'
import { NodeRequest, sendNodeResponse } from 'srvx/node'
import { isRunnableDevEnvironment, type Connect, type Plugin, type ViteDevServer } from 'vite'
import type { createGate } from '../src/server/edge.ts'
import type { passGate } from '../src/server/gate/gate.ts'
import type { Pages } from '../src/server/vendors/ports.ts'

/** Modules and assets of the development server itself, and what the edge function leaves out, too. */
const NOT_GATED = /^\/(@|_astro\/|\.netlify\/images\/|node_modules\/|src\/)/

/** Only this process knows it, so only its own requests reach a page on the other side of the gate. */
const PASS_HEADER = 'x-lanai-dev-pass'

/**
 * `astro dev` in front of which the very gate stands that guards the deployed site: the development server plays
 * Netlify's edge, and its own ungated rendering plays the files behind it.
 */
export function devGate(): AstroIntegration {
  return {
    name: 'lanai-dev-gate',
    hooks: {
      'astro:config:setup': ({ command, updateConfig }) => {
        if (command === 'dev') updateConfig({ vite: { plugins: [gatePlugin()] } })
      },
    },
  }
}

function gatePlugin(): Plugin {
  const pass = randomUUID()
  return {
    name: 'lanai-dev-gate',
    enforce: 'pre',
    // Returned, so that it runs after Vite has served its own modules and before Astro renders a page.
    configureServer: (server) => () => {
      server.middlewares.use((request, response, next) => {
        if (request.headers[PASS_HEADER] === pass || NOT_GATED.test(request.url ?? '')) {
          next()
          return
        }
        answer(server, pass, request, response).catch(next)
      })
    },
  }
}

async function answer(
  server: ViteDevServer,
  pass: string,
  req: Connect.IncomingMessage,
  res: ServerResponse,
) {
  // Vite cuts the base off; the gate wants the target as it was sent.
  req.url = req.originalUrl ?? req.url
  const request = new NodeRequest({ req, res })
  const url = new URL(request.url)
  const gate = await loadGate(server)

  let broken: Response | null = null
  const pages = renderedPages(async (path) => {
    const page = await fetchUngated(req, path, { headers: { [PASS_HEADER]: pass } })
    if (page.status >= 500) broken = page.clone()
    return page
  })
  const gated = await gate.passGate(gate.createGate({}, pages), request, () =>
    forward(req, url.pathname + url.search, request, pass),
  )
  // A page that fails to render shows Astro's own error, not the gate's "unavailable".
  await sendNodeResponse(res, (broken as Response | null) ?? gated)
}

async function loadGate(server: ViteDevServer): Promise<Gate> {
  const { ssr } = server.environments
  if (!isRunnableDevEnvironment(ssr)) throw new Error('The development server cannot run the gate.')
  const [edge, gate] = await Promise.all([
    ssr.runner.import<Pick<Gate, 'createGate'>>('/src/server/edge.ts'),
    ssr.runner.import<Pick<Gate, 'passGate'>>('/src/server/gate/gate.ts'),
  ])
  return { createGate: edge.createGate, passGate: gate.passGate }
}

interface Gate {
  createGate: typeof createGate
  passGate: typeof passGate
}

/** Each page as it is now: nothing is kept, and no rendering has a tag. */
function renderedPages(render: (path: string) => Promise<Response>): Pages {
  const open = async (path: string) => {
    const page = await render(path)
    const type = page.headers.get('content-type') ?? 'application/octet-stream'
    return { page, file: { type, etag: null, bytes: new Uint8Array(await page.arrayBuffer()) } }
  }
  return {
    async openProtected(path) {
      const { page, file } = await open(path)
      if (page.ok) return file
      if (page.status === 404) return null
      throw new Error(`The development server answered ${page.status} for a page.`)
    },
    // These answer with another status.
    openPublic: async (path) => (await open(path)).file,
  }
}

/** Hands the visitor's own request on to Astro, past the gate. */
function forward(req: IncomingMessage, path: string, request: Request, pass: string): Promise<Response> {
  const headers = new Headers(request.headers)
  headers.set(PASS_HEADER, pass)
  headers.delete('connection')
  headers.delete('accept-encoding')
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
  return fetchUngated(req, path, {
    method: request.method,
    headers,
    ...(hasBody && { body: request.body, duplex: 'half' }),
  })
}

/** Asks this very server again. */
function fetchUngated(req: IncomingMessage, path: string, init: RequestInit): Promise<Response> {
  const { localAddress = '127.0.0.1', localPort = 0 } = req.socket
  const host = localAddress.includes(':') ? `[${localAddress}]` : localAddress
  return fetch(`http://${host}:${localPort}${path}`, { redirect: 'manual', ...init })
}
