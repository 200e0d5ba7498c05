import { pathToFileURL } from 'node:url'
import { netlifyContext, type NetlifyContext } from './netlify-context.ts'
import type { Origin, SiteRequest } from './site-request.ts'

/** Imports the build's edge function. When it throws, so does `answer`: the host must not go on without it. */
export async function loadEdge(path: string): Promise<Edge> {
  const { default: handler, config } = (await import(pathToFileURL(path).href)) as EdgeModule
  const covered = patterns(config.path)
  const excluded = patterns(config.excludedPath)

  return {
    covers: ({ pathname }) => matches(covered, pathname) && !matches(excluded, pathname),

    async answer(ask, origin) {
      const context = Object.assign(netlifyContext(ask), { next: () => origin(ask) })
      // Without an answer the host goes on, as Netlify does.
      return (await handler(ask.request, context)) ?? origin(ask)
    },
  }
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

export interface EdgeContext extends NetlifyContext {
  /** What lies behind the edge at this URL. */
  next: () => Promise<Response>
}

interface EdgeModule {
  default: (request: Request, context: EdgeContext) => Promise<Response | undefined>
  config: { path: string | string[]; excludedPath?: string | string[] }
}
