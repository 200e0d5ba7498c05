import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AstroIntegration, MiddlewareHandler } from 'astro'
import { createContext } from 'astro/middleware'
import { NodeRequest, sendNodeResponse } from 'srvx/node'
import { isRunnableDevEnvironment, type Connect, type Plugin, type ViteDevServer } from 'vite'
import { netlifyContext } from '../tools/netlify-context.ts'

const GATE = '/src/middleware.ts'
const VAULT = 'virtual:lanai/vault'

/** Modules and assets of the development server itself, and what the adapter never gates either. */
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
  const { onRequest, vaultPath } = await loadGate(server)
  const render = (path: string) => renderUngated(path, request, pass, req)

  let broken: Response | null = null
  const rewrite = async (target: string) => {
    const page = await render(pageOf(target, vaultPath))
    if (page.status >= 500) broken = page.clone()
    page.headers.set('cache-control', 'no-store')
    return page
  }
  const context = createContext({
    request,
    params: {},
    locals: { netlify: { context: { ...netlifyContext({ url, ip: '' }), rewrite } } },
    clientAddress: req.socket.remoteAddress ?? '',
    defaultLocale: '',
  })
  const gated = await onRequest(context, () => render(url.pathname + url.search))
  // A page that fails to render shows Astro's own error, not the gate's "unavailable".
  await sendNodeResponse(res, (broken as Response | null) ?? (gated as Response))
}

async function loadGate(server: ViteDevServer): Promise<{ onRequest: MiddlewareHandler; vaultPath: string }> {
  const { ssr } = server.environments
  if (!isRunnableDevEnvironment(ssr)) throw new Error('The development server cannot run the gate.')
  const [{ onRequest }, { vaultPath }] = await Promise.all([
    ssr.runner.import<{ onRequest: MiddlewareHandler }>(GATE),
    ssr.runner.import<{ vaultPath: string }>(VAULT),
  ])
  return { onRequest, vaultPath }
}

/** Asks this very server again, past the gate. */
async function renderUngated(path: string, request: Request, pass: string, req: IncomingMessage) {
  const headers = new Headers(request.headers)
  headers.set(PASS_HEADER, pass)
  headers.delete('connection')
  headers.delete('accept-encoding')
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
  const { localAddress = '127.0.0.1', localPort = 0 } = req.socket
  const host = localAddress.includes(':') ? `[${localAddress}]` : localAddress
  const answer = await fetch(`http://${host}:${localPort}${path}`, {
    method: request.method,
    headers,
    redirect: 'manual',
    ...(hasBody && { body: request.body, duplex: 'half' }),
  })
  const status = isErrorScreen(path) && answer.status < 500 ? 200 : answer.status
  return new Response(answer.body, { status, headers: answer.headers })
}

/** As files these answer 200; asked as pages Astro gives them their own status. */
function isErrorScreen(path: string): boolean {
  return path === '/404' || path === '/500'
}

/** The page that is built to this file: `/<vault>/leaderboard.html` is `/leaderboard`. */
function pageOf(file: string, vaultPath: string): string {
  const path = file.startsWith(`${vaultPath}/`) ? file.slice(vaultPath.length) : file
  return path.replace(/\.html$/, '').replace(/^\/index$/, '/')
}
