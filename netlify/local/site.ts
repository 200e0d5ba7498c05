import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerRequest } from 'srvx'
import { staticMiddleware } from 'srvx/static'

/** Serves a finished build as Netlify does: edge function, then file, then function. */
export async function loadSite(root: string): Promise<Serve> {
  const built = join(root, '.netlify/v1')
  const edge = await loadEdge(join(built, 'edge-functions/middleware/middleware.mjs'))
  const serveFunction = await loadFunction(join(built, 'functions/ssr/ssr.mjs'))
  const serveFile = staticMiddleware({ dir: join(root, 'dist'), compress: false })
  const config = JSON.parse(await readFile(join(built, 'config.json'), 'utf8')) as { headers?: HeaderRule[] }

  const origin: Serve = async (request) => {
    const file = await serveFile(request, () => NO_FILE)
    return file === NO_FILE ? serveFunction(request) : withHeaders(file, request, config.headers ?? [])
  }
  return (request) => edge(request, origin)
}

const NO_FILE = new Response(null, { status: 404 })

// Errors are rethrown: the site must not be served without the gate.
async function loadEdge(path: string): Promise<Edge> {
  const { default: handler, config } = (await import(pathToFileURL(path).href)) as EdgeModule
  const excluded = config.excludedPath.map((pathname) => new URLPattern({ pathname }))
  return async (request, origin) => {
    const { pathname } = new URL(request.url)
    const matches = (pattern: URLPattern) => pattern.test({ pathname })
    if (excluded.some(matches)) return origin(request)

    const context = { ...contextOf(request), next: () => origin(request) }
    // undefined means to continue, as on Netlify.
    return (await handler(request, context)) ?? origin(request)
  }
}

export async function loadFunction(path: string): Promise<Serve> {
  const { default: handler } = (await import(pathToFileURL(path).href)) as FunctionModule
  return (request) => {
    const { url, method, headers, signal } = request
    const body = method === 'GET' || method === 'HEAD' ? null : request.body
    // A native Request, because frameworks clone it.
    const own = new Request(url, { method, headers, signal, ...(body && { body, duplex: 'half' }) })
    return handler(own, contextOf(request))
  }
}

function contextOf({ ip }: SiteRequest) {
  return {
    ip: ip ?? '',
    deploy: { id: 'local' },
    waitUntil: (work: Promise<unknown>) => {
      work.catch((error: unknown) => {
        console.error('A background task failed:', error)
      })
    },
  }
}

// Applies the build's header rules, and Netlify's default caching.
function withHeaders(file: Response, { url }: Request, rules: HeaderRule[]): Response {
  file.headers.set('cache-control', 'public, max-age=0, must-revalidate')
  for (const { for: pathname, values } of rules) {
    if (!new URLPattern({ pathname }).test(url)) continue
    for (const [name, value] of Object.entries(values)) file.headers.set(name, value)
  }
  return file
}

export type SiteRequest = Pick<ServerRequest, 'ip'> & Request

export type Serve = (request: SiteRequest) => Promise<Response>

type Edge = (request: SiteRequest, origin: Serve) => Promise<Response>

type Context = ReturnType<typeof contextOf>

interface EdgeModule {
  default: (
    request: Request,
    context: Context & { next: () => Promise<Response> },
  ) => Promise<Response | undefined>
  config: { excludedPath: string[] }
}

interface FunctionModule {
  default: (request: Request, context: Context) => Promise<Response>
}

interface HeaderRule {
  for: string
  values: Record<string, string>
}
