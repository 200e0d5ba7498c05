import type { ServeFunction } from './function.ts'
import type { StaticFiles } from './static-files.ts'

/** What lies behind the edge: a file of the build, else the function (which also answers "not found"). */
export function createOrigin(files: StaticFiles, serveFunction: ServeFunction): Origin {
  return async (ask) => (await files.answer(ask)) ?? serveFunction(ask)
}

export type Origin = (ask: Asked) => Promise<Response>

/** A request on its way through the host. The URL may be another than the request's after a rewrite. */
export interface Asked {
  request: Request
  url: URL
  /** The other end of the socket, never what a header claims. */
  ip: string
}
