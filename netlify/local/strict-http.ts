import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ServerMiddleware } from 'srvx'
import { malformedStatus } from './malformed.ts'
import { drainUnreadBody } from './unread-body.ts'

/** What Node leaves to a server of HTTP/1.1: malformed requests are refused, and bodies that nobody reads come to an end. */
export const strictHttp: ServerMiddleware = (request, next) => {
  const { req, res } = request.runtime?.node as { req: IncomingMessage; res: ServerResponse }
  drainUnreadBody(req, res)
  const status = malformedStatus(req)
  if (status === null) return next()
  return new Response('Bad request.\n', { status, headers: { connection: 'close' } })
}
