import { pathToFileURL } from 'node:url'
import { netlifyContext, type NetlifyContext } from '../../../tools/netlify-context.ts'
import type { Origin, SiteRequest } from './site-request.ts'

/** Imports the build's edge function. When it throws, so does `answer`: the host must not go on without it. */
export async function loadEdge(path: string): Promise<Edge> {
  const { default: handler, config } = (await import(pathToFileURL(path).href)) as EdgeModule
  const covered = patterns(config.path)
  const excluded = patterns(config.excludedPath)

  return {
    covers: ({ pathname }) => matches(covered, pathname) && !matches(excluded, pathname),

    async answer(ask, origin) {
      const answer = await handler(ask.request, edgeContext(ask, origin))
      if (answer instanceof Response) return answer
      if (answer instanceof URL) return origin({ ...ask, url: sameSite(answer, ask.url) })
      return origin(ask)
    },
  }
}

function edgeContext(ask: SiteRequest, origin: Origin): EdgeContext {
  return Object.assign(netlifyContext(ask), {
    cookies: readCookies(ask.request.headers),
    next: (request: Request = ask.request) => origin({ ...ask, request }),
    rewrite: async (target: string | URL) => origin({ ...ask, url: sameSite(target, ask.url) }),
  })
}

/** At Netlify's edge cookies set through the context are lost, so there is no `set`. */
function readCookies(headers: Headers): Cookies {
  const pairs = (headers.get('cookie') ?? '').split(/; */)
  return {
    get: (name) => pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1),
  }
}

/** Netlify would fetch another site here; this product never does, so here it is a mistake. */
function sameSite(target: string | URL, base: URL): URL {
  const url = new URL(target, base)
  if (url.origin !== base.origin) throw new TypeError(`A rewrite may not leave the site: ${url.origin}`)
  return url
}

function patterns(paths: string | string[] = []): URLPattern[] {
  return [paths].flat().map((pathname) => new URLPattern({ pathname }))
}

function matches(among: URLPattern[], pathname: string): boolean {
  return among.some((pattern) => pattern.test({ pathname }))
}

export interface Edge {
  covers(url: URL): boolean
  answer(ask: SiteRequest, origin: Origin): Promise<Response>
}

interface Cookies {
  get: (name: string) => string | undefined
}

export interface EdgeContext extends NetlifyContext {
  cookies: Cookies
  /** What lies behind the edge at this URL. */
  next: (request?: Request) => Promise<Response>
  /** What lies behind the edge at another URL of this site; redirects come back as they are. */
  rewrite: (target: string | URL) => Promise<Response>
}

interface EdgeModule {
  default: (request: Request, context: EdgeContext) => Promise<Response | URL | undefined>
  config: { path: string | string[]; excludedPath?: string | string[] }
}
