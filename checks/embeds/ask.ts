import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { setTimeout as wait } from 'node:timers/promises'

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

async function follow(target: URL, options: AskOptions): Promise<{ to: URL } | { reply: Reply }> {
  const addresses = await resolve(target.hostname)
  if (!addresses) return failed('unknown-host')
  // A name may lead anywhere, and so may a redirect: every hop is looked at, and only what was looked at is called.
  if (!addresses.every(({ address }) => options.mayCall(target, address))) return failed('private')

  const response = await send(target, addresses, options.timeoutMs).catch(reasonOf)
  if (typeof response === 'string') return failed(response)
  const { statusCode = 0, headers, headersDistinct } = response
  if (statusCode >= 300 && statusCode < 400 && headers.location && URL.canParse(headers.location, target)) {
    return { to: new URL(headers.location, target) }
  }
  return {
    reply: {
      is: 'answer',
      status: statusCode,
      url: target.href,
      frameOptions: headersDistinct['x-frame-options']?.join(', ') ?? null,
      policies: headersDistinct['content-security-policy'] ?? [],
    },
  }
}

async function resolve(hostname: string): Promise<LookupAddress[] | null> {
  const found = await lookup(hostname.replace(/^\[|\]$/g, ''), { all: true }).catch(() => [])
  return found.length > 0 ? found : null
}

async function send(target: URL, checked: LookupAddress[], timeoutMs: number): Promise<IncomingMessage> {
  const { promise, resolve: answer, reject } = Promise.withResolvers<IncomingMessage>()
  const request = target.protocol === 'https:' ? httpsRequest : httpRequest
  const options: RequestOptions = {
    method: 'GET',
    headers: HEADERS,
    agent: false,
    signal: AbortSignal.timeout(timeoutMs),
    lookup: (_hostname, wanted, done) => {
      if (wanted.all) done(null, checked)
      else done(null, checked[0]?.address ?? '', checked[0]?.family)
    },
  }
  request(target, options, (response) => {
    // The headers say it all.
    response.destroy()
    answer(response)
  })
    .on('error', reject)
    .end()
  return promise
}

const HEADERS = {
  accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
  'accept-language': 'en',
  'sec-fetch-dest': 'iframe',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-site': 'cross-site',
  'user-agent': 'Mozilla/5.0 (compatible; Lanai check:embeds)',
}

function reasonOf(error: unknown): FailureReason {
  const name = error instanceof Error ? error.name : ''
  return name === 'AbortError' || name === 'TimeoutError' ? 'timeout' : 'unreachable'
}

function failed(reason: FailureReason): { reply: Reply } {
  return { reply: { is: 'failed', reason } }
}

export interface AskOptions {
  timeoutMs: number
  /** Before the second try; doubled before the third. */
  pauseMs: number
  /** Whether a host may be called at the IP address it leads to. */
  mayCall: (target: URL, ipAddress: string) => boolean
}
