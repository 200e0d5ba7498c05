import { setTimeout as wait } from 'node:timers/promises'

/** What a URL answers, after redirects; null when it doesn’t. */
export type Reply = Answer | null

export interface Answer {
  status: number
  /** Where redirects led. */
  url: string
  frameOptions: string | null
  policies: string | null
}

/** Requests a URL, once more after an outage. Never throws. */
export async function requestPage(url: string, bounds = BOUNDS): Promise<Reply> {
  const reply = await requestOnce(url, bounds.timeoutMs)
  if (reply && reply.status < 500 && reply.status !== 429) return reply
  await wait(bounds.pauseMs)
  return requestOnce(url, bounds.timeoutMs)
}

const BOUNDS = { timeoutMs: 10_000, pauseMs: 2000 }

async function requestOnce(url: string, timeoutMs: number): Promise<Reply> {
  try {
    const answer = await fetch(url, { headers: HEADERS, signal: AbortSignal.timeout(timeoutMs) })
    // The body may be endless.
    await answer.body?.cancel()
    return {
      status: answer.status,
      url: answer.url,
      frameOptions: answer.headers.get('x-frame-options'),
      policies: answer.headers.get('content-security-policy'),
    }
  } catch {
    return null
  }
}

const HEADERS = {
  accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
  'accept-language': 'en',
  'user-agent': 'Mozilla/5.0 (compatible; Lanai check:embeds)',
}
