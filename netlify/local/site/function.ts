import { pathToFileURL } from 'node:url'
import { netlifyContext, type NetlifyContext } from './netlify-context.ts'
import type { SiteRequest } from './site-request.ts'
import { coalesceChunks } from './coalesce-chunks.ts'

/** Imports a Netlify function of the build: a standard `(Request, Context) => Response`. */
export async function loadFunction(path: string): Promise<ServeFunction> {
  const { default: handler } = (await import(pathToFileURL(path).href)) as { default: Handler }

  return async (ask) => {
    // A request of the platform's own class, which frameworks may clone and rebuild as they like.
    const { method, headers } = ask.request
    const body = method === 'GET' || method === 'HEAD' ? null : ask.request.body
    const request = new Request(ask.url, {
      method,
      headers,
      signal: ask.request.signal,
      ...(body && { body: coalesceChunks(body), duplex: 'half' }),
    })
    return handler(request, netlifyContext(ask))
  }
}

export type ServeFunction = (ask: SiteRequest) => Promise<Response>

type Handler = (request: Request, context: NetlifyContext) => Promise<Response>
