import { createHmac } from 'node:crypto'
import { SECOND_MS } from '#src/shared/units.ts'
import { sendChecked, type CheckedAnswer } from '../net/checked-request.ts'
import { isLoopback, isPublicAddress } from '../net/public-address.ts'
import type { Outcome, Webhook } from './ports.ts'

const TIMEOUT_MS = 5000

/**
 * Calls the configured webhook over https, only on the public internet, without following redirects. Signed with the
 * HMAC-SHA256 of `<timestamp>.<body>` under the shared secret; the event id is an idempotency key.
 */
export function createWebhook(options: WebhookOptions): Webhook {
  const target = new URL(options.url)

  return {
    async post(event, outboxId) {
      const body = JSON.stringify(event)
      const answer = await sendChecked(target, {
        headers: headersFor(body, outboxId, options),
        body,
        timeoutMs: TIMEOUT_MS,
        mayCall: ({ protocol }, address) => mayCall(protocol, address, options),
      })
      return answer.is === 'answer' ? read(answer) : outcomeOf[answer.reason]
    },
  }
}

function mayCall(protocol: string, address: string, { allowLoopback }: WebhookOptions): boolean {
  if (allowLoopback && isLoopback(address)) return true
  return protocol === 'https:' && isPublicAddress(address)
}

function headersFor(body: string, outboxId: string, { secret, clock }: WebhookOptions) {
  const timestamp = String(Math.floor(clock() / SECOND_MS))
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

function read({ status }: Extract<CheckedAnswer, { is: 'answer' }>): Outcome {
  if (status >= 200 && status < 300) return { is: 'delivered', providerId: `http_${status}` }
  return { is: 'failed', reason: `webhook_http_${status}` }
}

const outcomeOf = {
  'unknown-host': { is: 'failed', reason: 'webhook_unknown_host' },
  'refused-address': { is: 'blocked', reason: 'webhook_address_refused', alarm: true },
  unreachable: { is: 'failed', reason: 'webhook_unreachable' },
} as const satisfies Record<Extract<CheckedAnswer, { is: 'failed' }>['reason'], Outcome>

export interface WebhookOptions {
  url: string
  secret: string
  /** Allows http and this machine, for a portal that is on it. */
  allowLoopback: boolean
  /** Milliseconds since 1970. */
  clock: () => number
}
