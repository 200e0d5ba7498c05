import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ServerMiddleware } from 'srvx'
import { drainUnreadBody } from './unread-body.ts'

/** What Node leaves to a server of HTTP/1.1: malformed requests are refused, and bodies that nobody reads come to an end. */
export const strictHttp: ServerMiddleware = (request, next) => {
  const { req, res } = request.runtime?.node as { req: IncomingMessage; res: ServerResponse }
  drainUnreadBody(req, res)
  const status = malformedStatus(req)
  if (status === null) return next()
  return new Response('Bad request.\n', { status, headers: { connection: 'close' } })
}

/**
 * The status for a request that HTTP/1.1 forbids and Node's parser lets pass; null for one that is in order. The
 * connection is to be closed with the answer.
 */
export function malformedStatus(request: IncomingMessage): Malformed | null {
  const { httpVersion, method, url = '', headers, headersDistinct } = request
  // Without a version Node calls it 0.9.
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return 505

  const coding = headers['transfer-encoding']
  if (coding !== undefined && httpVersion === '1.0') return 400
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') return 501

  const [host, ...otherHosts] = headersDistinct.host ?? []
  if (!host || otherHosts.length > 0 || !HOST.test(host) || !URL.canParse(`http://${host}`)) return 400
  return isTarget(url, host) || (url === '*' && method === 'OPTIONS') ? null : 400
}

function isTarget(target: string, host: string): boolean {
  if (target.startsWith('/')) return ORIGIN_FORM.test(target)
  if (!URL.canParse(target)) return false
  const { origin, username, password } = new URL(target)
  return origin === new URL(`http://${host}`).origin && !username && !password && !target.includes('#')
}

/** A name and a port: whatever else stands there would become a part of the path, or who somebody is. */
const HOST = /^[^/?#@\\]+$/

/** Any visible ASCII but what every browser escapes. Node's parser has refused what is not visible or not ASCII. */
const ORIGIN_FORM = /^[^"#<>?\\^`{}]+(\?[^"#<>]*)?$/

export type Malformed = 400 | 501 | 505
