import { setTimeout as wait } from 'node:timers/promises'
import { sendChecked, type CheckedAnswer, type CheckedRequest } from '../../src/server/net/checked-request.ts'

const MAX_REDIRECTS = 5
const MAX_TRIES = 3

/** The result of a request after redirects. */
export type Reply =
  | { is: 'answer'; status: number; url: string; frameOptions: string | null; policies: string[] }
  | { is: 'failed'; reason: FailureReason }

export type FailureReason = Extract<CheckedAnswer, { is: 'failed' }>['reason'] | 'redirects'

/** Requests a URL as a frame would, with two retries and exponential backoff for outages. Never throws. */
export async function requestPage(url: string, options: RequestOptions): Promise<Reply> {
  let reply = await requestOnce(url, options)
  for (let tries = 1; tries < MAX_TRIES && isRetryable(reply); tries++) {
    await wait(options.pauseMs * 2 ** (tries - 1))
    reply = await requestOnce(url, options)
  }
  return reply
}

function isRetryable(reply: Reply): boolean {
  if (reply.is === 'answer') return reply.status >= 500 || reply.status === 429
  return reply.reason === 'timeout' || reply.reason === 'unreachable'
}

async function requestOnce(url: string, { timeoutMs, mayCall }: RequestOptions): Promise<Reply> {
  let target = new URL(url)
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    // Every hop goes through `mayCall`, because a redirect may lead anywhere.
    const answer = await sendChecked(target, { method: 'GET', headers: HEADERS, timeoutMs, mayCall })
    if (answer.is === 'failed') return answer
    const { status, headers, headersDistinct } = answer
    const next = status >= 300 && status < 400 && headers.location && URL.parse(headers.location, target)
    if (!next) {
      const frameOptions = headersDistinct['x-frame-options']?.join(', ') ?? null
      const policies = headersDistinct['content-security-policy'] ?? []
      return { is: 'answer', status, url: target.href, frameOptions, policies }
    }
    target = next
  }
  return { is: 'failed', reason: 'redirects' }
}

const HEADERS = {
  accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
  'accept-language': 'en',
  'sec-fetch-dest': 'iframe',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-site': 'cross-site',
  'user-agent': 'Mozilla/5.0 (compatible; Lanai check:embeds)',
}

export interface RequestOptions extends Pick<CheckedRequest, 'timeoutMs' | 'mayCall'> {
  /** Before the first retry; doubled before the second. */
  pauseMs: number
}
