import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { request as httpRequest, type OutgoingHttpHeaders, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'

/**
 * Posts once after checking all addresses of the host. Connects only to those, because resolving the name again could
 * return others (OWASP: Server-Side Request Forgery Prevention). Doesn't follow redirects or read the body. Never throws.
 */
export async function sendChecked(target: URL, options: CheckedRequest): Promise<CheckedAnswer> {
  const host = target.hostname.replace(/^\[|\]$/g, '')
  const addresses = await lookup(host, { all: true }).catch(() => [])
  if (addresses.length === 0) return { is: 'failed', reason: 'unknown-host' }
  if (!addresses.every(({ address }) => options.mayCall(target, address)))
    return { is: 'failed', reason: 'refused-address' }

  return send(target, addresses, options).catch(() => ({ is: 'failed', reason: 'unreachable' }))
}

async function send(
  target: URL,
  checked: LookupAddress[],
  { headers, body, timeoutMs }: CheckedRequest,
): Promise<CheckedAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<CheckedAnswer>()
  const request = target.protocol === 'https:' ? httpsRequest : httpRequest
  const options: RequestOptions = {
    method: 'POST',
    headers,
    // No keep-alive: a pooled connection may go to an unchecked address.
    agent: false,
    signal: AbortSignal.timeout(timeoutMs),
    lookup: (_hostname, wanted, done) => {
      if (wanted.all) done(null, checked)
      else done(null, checked[0]?.address ?? '', checked[0]?.family)
    },
  }
  request(target, options, (response) => {
    // The body may be endless.
    response.destroy()
    resolve({ is: 'answer', status: response.statusCode ?? 0 })
  })
    .on('error', reject)
    .end(body)
  return promise
}

export interface CheckedRequest {
  headers: OutgoingHttpHeaders
  body: string
  /** Until the response headers. */
  timeoutMs: number
  /** Whether a host may be called at this IP address. */
  mayCall: (target: URL, ipAddress: string) => boolean
}

export type CheckedAnswer =
  | { is: 'answer'; status: number }
  | { is: 'failed'; reason: 'unknown-host' | 'refused-address' | 'unreachable' }
