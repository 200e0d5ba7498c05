import * as z from 'zod/mini'
import type { RetryingSql, Clock } from '../vendors/ports.ts'
import * as answers from './answers.ts'
import { REVALIDATE, headersOf, fillMarkers } from './member-page.ts'

/** How long an instance says the same. A database that is away is left alone for as long, too. */
const CACHE_TTL_MS = 15_000

/** No longer than this does a screen wait for a sentence that may not even be there. */
const MAX_WAIT_MS = 300

/**
 * What an administrator says on the sign-in screen at present; null when nothing. Never throws: where the database cannot
 * be asked, or not soon, it is what was said last.
 */
export function createStatus(retryingSql: RetryingSql, clock: Clock): () => Promise<string | null> {
  let last: string | null = null
  let askedAtMs = -Infinity
  let reading: Promise<void>

  async function refresh(): Promise<void> {
    last = await readStatus(retryingSql).catch(() => last)
  }

  return async () => {
    if (clock() - askedAtMs >= CACHE_TTL_MS) {
      askedAtMs = clock()
      reading = refresh()
    }
    await Promise.race([reading, new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))])
    return last
  }
}

async function readStatus(retryingSql: RetryingSql): Promise<string | null> {
  const [row] = await retryingSql`SELECT sentence FROM portal_status WHERE ends_at IS NULL OR ends_at > now()`
  return row ? StatusRow.parse(row).sentence : null
}

/**
 * The sign-in screen as the host has it, with what there is to say to everybody. It comes also when all else is away: a status that
 * cannot be had is none.
 */
export async function signInScreen(
  request: Request,
  next: () => Promise<Response>,
  readStatus: () => Promise<string | null>,
): Promise<Response> {
  // The host is asked for all of it: what the browser holds has an earlier status.
  for (const name of CONDITIONAL_HEADERS) request.headers.delete(name)
  const [file, status] = await Promise.all([next(), readStatus().catch(() => undefined)])
  if (file.status !== 200) return answers.publicScreen(file)

  const bytes = fillMarkers(new Uint8Array(await file.arrayBuffer()), { status })
  return new Response(bytes, { headers: headersOf('text/html; charset=utf-8', REVALIDATE) })
}

const CONDITIONAL_HEADERS = [
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'range',
]

const StatusRow = z.object({ sentence: z.string() })
