import * as z from 'zod/mini'
import { SECOND_MS } from '#src/shared/units.ts'
import { shareAnswer } from './shared-answer.ts'
import type { Ask, Clock } from './vendors/ports.ts'

/** How long an instance says the same. */
const KEPT_FOR_MS = 15_000

/** No longer than this does a screen wait for a sentence that may not even be there. */
const LONGEST_WAIT_MS = 300

/**
 * What an administrator says on the sign-in screen at present; null when nothing. Never throws: where the database cannot
 * be asked, or not soon, it is what was said last, for as long as that was to be said.
 */
export function createStatus(ask: Ask, clock: Clock): () => Promise<string | null> {
  let last: Status | null = null
  const refresh = shareAnswer(KEPT_FOR_MS, clock, async () => {
    // A database that is away is left alone for as long, too.
    last = await readStatus(ask, clock).catch(() => last)
  })

  return async () => {
    await Promise.race([refresh(), pause(LONGEST_WAIT_MS)])
    return last && clock() < last.endsAtMs ? last.sentence : null
  }
}

async function readStatus(ask: Ask, clock: Clock): Promise<Status | null> {
  const [row] = await ask`
    SELECT sentence, extract(epoch FROM ends_at - now())::float8 AS "secondsLeft" FROM portal_status
    WHERE ends_at IS NULL OR ends_at > now()`
  if (!row) return null
  const { sentence, secondsLeft } = StatusRow.parse(row)
  return { sentence, endsAtMs: secondsLeft === null ? Infinity : clock() + secondsLeft * SECOND_MS }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

const StatusRow = z.object({ sentence: z.string(), secondsLeft: z.nullable(z.number()) })

interface Status {
  sentence: string
  endsAtMs: number
}
