import * as z from 'zod/mini'
import { SUBMISSION_MAX_BYTES } from '#src/shared/field-limits.ts'
import { SUBMISSIONS_PREFIX } from '#src/shared/paths.ts'
import { log } from '../log.ts'
import type { Programme } from '../broadcasts/programme.ts'
import { readBytes } from '../read-bytes.ts'
import { isToken, sha256Hex } from '../tokens.ts'
import type { Deps } from '../vendors/ports.ts'
import { answerIdOf, isTest, sentAt, unfinishedBy } from './answer-facts.ts'
import { findSenders } from './answer-sender.ts'
import { decodeAnswer } from './decode-answer.ts'
import { dayOfKey, startsAt } from './due.ts'

/**
 * Checks the secret, then records that the sender has done the deadline's start that is nearest to when the answer was sent: what
 * comes late counts for the start it was late for, unless the sender came later. Idempotent. Of the answer, who and when is kept,
 * a hash of its id, and an address only while it isn't a member's own. What is refused is noted for administrators.
 *
 * @returns the same for a member, for somebody whose account waits or was denied, and for a stranger.
 */
export async function receiveSubmission(
  deps: Pick<Deps, 'sql' | 'clock'>,
  request: Request,
  programme: Programme,
): Promise<Received> {
  const path = new URL(request.url).pathname.slice(SUBMISSIONS_PREFIX.length)
  const [secret = '', name = ''] = path.split('/')
  const form = sha256Hex(secret)
  const [known] = isToken(secret)
    ? await deps.sql`SELECT name FROM webhook_endpoints WHERE token_hash = ${form}`
    : []
  if (!known) return { code: 'unknown_form' }
  const received = await receiveAnswer(deps, request, programme, {
    form,
    deadline: normalizeDeadlineName(name),
  })
  await recordOutcome(deps, form, received.code)
  return received
}

async function receiveAnswer(
  { sql, clock }: Pick<Deps, 'sql' | 'clock'>,
  request: Request,
  programme: Programme,
  { form, deadline }: { form: string; deadline: string },
): Promise<Received> {
  const now = clock()
  if (!startsAt(programme, deadline, now))
    return { code: 'unknown_deadline', deadlines: deadlinesOf(programme) }
  const bytes = await readBytes(request, SUBMISSION_MAX_BYTES)
  if (typeof bytes === 'string') return { code: bytes }
  const type = request.headers.get('content-type') ?? ''
  const answer = await decodeAnswer(bytes, type)
  if (answer === undefined) return { code: 'unreadable', type }
  const unfinished = unfinishedBy(answer)
  if (unfinished) return { code: 'unfinished', by: unfinished }
  const { emails, isSure } = findSenders(answer)
  if (emails.length === 0) return { code: isTest(answer) ? 'test' : 'no_address' }

  const said = sentAt(answer, now)
  const starts = startsAt(programme, deadline, said ?? now)
  if (!starts) return { code: 'unknown_deadline', deadlines: deadlinesOf(programme) }
  const id = answerIdOf(answer)
  const rows = await sql`
    SELECT record_submission(${form}, email, ${deadline}, ${dayOfKey(starts.nearest.key)}, ${isoTime(starts.nearest.start)},
      ${dayOfKey(starts.next.key)}, ${isoTime(said ?? now)}, ${id && `${id} ${said ?? ''}`}) AS result,
      (SELECT count(*) >= 1000 FROM unmatched_submissions WHERE received_at > now() - interval '90 days') AS "isFull"
    FROM unnest(${isSure ? emails : [emails.join(', ')]}::text[]) AS email`
  const results = z.array(ResultRow).parse(rows)
  const refusal = results.find(({ result }) => result === 'unknown_form' || result === 'too_many')
  if (refusal) return { code: refusal.result as 'unknown_form' | 'too_many' }
  if (!results.some(({ isFull }) => isFull)) return { code: 'received' }
  // Also to a member: the answer tells nobody who is one.
  if (results.some(({ result }) => result === 'not_matched'))
    log('error', { code: 'submission_not_kept', request })
  return { code: 'received_full' }
}

/** Administrators see it at 'Due'. An unfinished answer comes before most finished ones, so it doesn't hide another refusal. */
async function recordOutcome(
  { sql }: Pick<Deps, 'sql'>,
  form: string,
  code: Received['code'],
): Promise<void> {
  if (['received', 'received_full', 'unknown_form', 'disconnected'].includes(code)) return
  if (code === 'test') {
    await sql`UPDATE webhook_endpoints SET last_tested_at = now(), last_test_email = NULL WHERE token_hash = ${form}`
  } else {
    await sql`
      UPDATE webhook_endpoints SET last_rejected_at = now(), rejection_reason = ${code}
      WHERE token_hash = ${form} AND (${code !== 'unfinished'} OR coalesce(rejection_reason, 'unfinished') = 'unfinished')`
  }
}

/** As people paste it: in capitals, with a slash, or with the ending of its file. */
function normalizeDeadlineName(name: string): string {
  return name.toLowerCase().replace(/\.ya?ml$/, '')
}

function deadlinesOf({ events }: Programme): string[] {
  return events.filter(({ kind }) => kind === 'due').map(({ name }) => name)
}

const isoTime = (ms: number) => new Date(ms).toISOString()

const ResultRow = z.object({
  result: z.enum(['recorded', 'not_matched', 'unknown_form', 'too_many']),
  isFull: z.boolean(),
})

export type Received =
  | { code: 'received' | 'received_full' | 'test' | 'unknown_form' | 'no_address' | 'too_many' }
  | { code: 'too_large' | 'disconnected' }
  | { code: 'unfinished'; by: string }
  | { code: 'unreadable'; type: string }
  | { code: 'unknown_deadline'; deadlines: string[] }
