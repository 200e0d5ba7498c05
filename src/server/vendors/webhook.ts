import { createHmac } from 'node:crypto'
import { SECOND_MS } from '#src/shared/units.ts'
import type { Outcome, Webhook } from './ports.ts'

const TIMEOUT_MS = 5000

/**
 * Calls the configured webhook without following redirects. Signed with the HMAC-SHA256 of `<timestamp>.<body>` under the
 * shared secret; the event id is an idempotency key.
 */
export function createWebhook(options: WebhookOptions): Webhook {
  return {
    async post(event, outboxId) {
      const body = JSON.stringify(event)
      const response = await fetch(options.url, {
        method: 'POST',
        headers: headersFor(body, outboxId, options),
        body,
        // 'error' would hide the status.
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }).catch(() => null)
      // The body may be endless.
      await response?.body?.cancel().catch(() => null)
      return outcomeOf(response)
    },
  }
}

function headersFor(body: string, outboxId: string, { secret, clock }: WebhookOptions) {
  const timestamp = String(Math.floor(clock() / SECOND_MS))
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
  return {
    'content-type': 'application/json',
    'user-agent': 'Lanai',
    'x-lanai-event': 'user-registered',
    'x-lanai-event-id': outboxId,
    'x-lanai-timestamp': timestamp,
    'x-lanai-signature': `sha256=${signature}`,
  }
}

function outcomeOf(response: Response | null): Outcome {
  if (!response) return { is: 'failed', reason: 'webhook_unreachable' }
  if (response.ok) return { is: 'delivered', providerMessageId: `http_${response.status}` }
  return { is: 'failed', reason: `webhook_http_${response.status}` }
}

export interface WebhookOptions {
  url: string
  secret: string
  clock: () => number
}
