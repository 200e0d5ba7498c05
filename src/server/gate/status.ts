import * as z from 'zod/mini'
import type { RetryingSql, Clock } from '../vendors/ports.ts'
import * as answers from './answers.ts'
import { REVALIDATE, headersOf, fillMarkers } from './member-page.ts'

/** Also how long an instance waits after a failed query. */
const CACHE_TTL_MS = 15_000

/** The sign-in screen must not wait for the message. */
const MAX_WAIT_MS = 300

/**
 * The administrator's message on the sign-in screen, cached; null when there is none. Never throws: if the database is slow or
 * unavailable, returns the last known message.
 */
export function createStatus(retryingSql: RetryingSql, clock: Clock): () => Promise<string | null> {
  let last: string | null = null
  let askedAtMs = -Infinity
  let reading: Promise<void>

  async function refresh(): Promise<void> {
    const [row] =
      await retryingSql`SELECT sentence FROM portal_status WHERE ends_at IS NULL OR ends_at > now()`
    last = row ? StatusRow.parse(row).sentence : null
  }

  return async () => {
    if (clock() - askedAtMs >= CACHE_TTL_MS) {
      askedAtMs = clock()
      reading = refresh().catch(() => undefined)
    }
    await Promise.race([reading, new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))])
    return last
  }
}

/**
 * The sign-in screen with the status message. Works during an outage, without the message.
 */
export async function signInScreen(
  request: Request,
  next: () => Promise<Response>,
  readStatus: () => Promise<string | null>,
): Promise<Response> {
  // Unconditional, because the browser's copy may have an earlier message.
  for (const name of [...request.headers.keys()])
    if (/^(?:if-|range$)/.test(name)) request.headers.delete(name)
  const [file, status] = await Promise.all([next(), readStatus().catch(() => undefined)])
  if (file.status !== 200) return answers.publicScreen(file)

  const bytes = fillMarkers(new Uint8Array(await file.arrayBuffer()), { status })
  return new Response(bytes, { headers: headersOf('text/html; charset=utf-8', REVALIDATE) })
}

const StatusRow = z.object({ sentence: z.string() })
