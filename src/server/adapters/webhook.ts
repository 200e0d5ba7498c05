import { createHmac } from 'node:crypto'
import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isLoopback, isPublicAddress } from '../net/public-address.ts'
import type { Outcome, Webhook } from '../outbox/ports.ts'
import { readRetryAfterMs } from './retry-after.ts'

const TIMEOUT_MS = 5000

/**
 * Calls one address of the configuration, over https, and only where it leads to the public internet: the name is
 * resolved once, all its addresses are checked, and the connection goes to a checked one (OWASP: Server-Side Request
 * Forgery Prevention). Redirects are not followed. The receiver can check the signature, the HMAC-SHA256 of
 * `<timestamp>.<body>` under the shared secret, and tell a repetition by the event's id.
 */
export function createWebhook(options: WebhookOptions): Webhook {
  const target = new URL(options.url)

  return {
    async post(event, outboxId) {
      const found = await resolve(target.hostname)
      if (!found) return { is: 'failed', reason: 'webhook_unknown_host' }
      if (!found.every(({ address }) => mayCall(target, address, options))) {
        return { is: 'blocked', reason: 'webhook_address_refused', alarm: true }
      }
      const body = JSON.stringify(event)
      const headers = headersFor(body, outboxId, options)
      const answer = await send(target, found, headers, body).catch(() => null)
      return answer ? read(answer) : { is: 'failed', reason: 'webhook_unreachable' }
    },
  }
}

/** null when the name leads nowhere now. */
async function resolve(hostname: string): Promise<LookupAddress[] | null> {
  const host = hostname.replace(/^\[|\]$/g, '')
  const addresses = await lookup(host, { all: true }).catch(() => [])
  return addresses.length > 0 ? addresses : null
}

function mayCall({ protocol }: URL, address: string, { allowLoopback }: WebhookOptions): boolean {
  if (allowLoopback && isLoopback(address)) return true
  return protocol === 'https:' && isPublicAddress(address)
}

function headersFor(body: string, outboxId: string, { secret, clock }: WebhookOptions) {
  const timestamp = String(Math.floor(clock() / 1000))
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
  return {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'user-agent': 'Lanai',
    'x-lanai-event': 'user-registered',
    'x-lanai-event-id': outboxId,
    'x-lanai-timestamp': timestamp,
    'x-lanai-signature': `sha256=${signature}`,
  }
}

/** To the addresses that were checked and no other: resolving the name again could lead elsewhere. */
async function send(target: URL, checked: LookupAddress[], headers: RequestOptions['headers'], body: string) {
  const { promise, resolve: answer, reject } = Promise.withResolvers<IncomingMessage>()
  const request = target.protocol === 'https:' ? httpsRequest : httpRequest
  const options: RequestOptions = {
    method: 'POST',
    headers,
    agent: false,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    lookup: (_hostname, wanted, done) => {
      if (wanted.all) done(null, checked)
      else done(null, checked[0]?.address ?? '', checked[0]?.family)
    },
  }
  request(target, options, (response) => {
    // Nothing it says matters beyond its status, and it may say it for ever.
    response.destroy()
    answer(response)
  })
    .on('error', reject)
    .end(body)
  return promise
}

function read({ statusCode = 0, headers }: IncomingMessage): Outcome {
  if (statusCode >= 200 && statusCode < 300) return { is: 'delivered', providerId: `http_${statusCode}` }
  const retryAfterMs = readRetryAfterMs(headers['retry-after'] ?? null)
  return {
    is: 'failed',
    reason: `webhook_http_${statusCode}`,
    ...(retryAfterMs !== null && { retryAfterMs }),
  }
}

export interface WebhookOptions {
  url: string
  secret: string
  /** For trying things out on one machine: http, and to this machine, besides. */
  allowLoopback: boolean
  /** Milliseconds since 1970. */
  clock: () => number
}
