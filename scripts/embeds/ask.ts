import { setTimeout as wait } from 'node:timers/promises'
import { sendChecked, type CheckedRequest } from '../../src/server/net/checked-request.ts'

const MAX_REDIRECTS = 5
const TRIES = 3

/** What came back from an address, after its redirects. */
export type Reply =
  | { is: 'answer'; status: number; url: string; frameOptions: string | null; policies: string[] }
  | { is: 'failed'; reason: FailureReason }

export type FailureReason = 'unknown-host' | 'timeout' | 'unreachable' | 'private' | 'redirects'

/** Asks as a browser's frame does, and again after a pause when an answer may still come. */
export async function ask(url: string, options: AskOptions): Promise<Reply> {
  let reply = await askOnce(url, options)
  for (let tries = 1; tries < TRIES && isWorthAnotherTry(reply); tries++) {
    await wait(options.pauseMs * 2 ** (tries - 1))
    reply = await askOnce(url, options)
  }
  return reply
}

function isWorthAnotherTry(reply: Reply): boolean {
  if (reply.is === 'answer') return reply.status >= 500 || reply.status === 429
  return reply.reason === 'timeout' || reply.reason === 'unreachable'
}

async function askOnce(url: string, options: AskOptions): Promise<Reply> {
  let target = new URL(url)
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    const hop = await follow(target, options)
    if ('reply' in hop) return hop.reply
    target = hop.to
  }
  return { is: 'failed', reason: 'redirects' }
}

/** A redirect may lead anywhere: where it leads is checked again. */
async function follow(target: URL, options: AskOptions): Promise<{ to: URL } | { reply: Reply }> {
  const { timeoutMs, mayCall } = options
  const answer = await sendChecked(target, { method: 'GET', headers: HEADERS, timeoutMs, mayCall })
  if (answer.is === 'failed') {
    const { reason } = answer
    return { reply: { is: 'failed', reason: reason === 'refused-address' ? 'private' : reason } }
  }
  const { status, headers, headersDistinct } = answer
  if (status >= 300 && status < 400 && headers.location && URL.canParse(headers.location, target)) {
    return { to: new URL(headers.location, target) }
  }
  return {
    reply: {
      is: 'answer',
      status,
      url: target.href,
      frameOptions: headersDistinct['x-frame-options']?.join(', ') ?? null,
      policies: headersDistinct['content-security-policy'] ?? [],
    },
  }
}

const HEADERS = {
  accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
  'accept-language': 'en',
  'sec-fetch-dest': 'iframe',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-site': 'cross-site',
  'user-agent': 'Mozilla/5.0 (compatible; Lanai check:embeds)',
}

export interface AskOptions extends Pick<CheckedRequest, 'timeoutMs' | 'mayCall'> {
  /** Before the second try; doubled before the third. */
  pauseMs: number
}
