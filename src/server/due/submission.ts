import * as z from 'zod/mini'
import { SUBMISSION_MAX_BYTES } from '#src/shared/field-limits.ts'
import { SUBMISSIONS_PREFIX } from '#src/shared/paths.ts'
import { log } from '../log.ts'
import type { Programme } from '../programme.ts'
import { readBytes } from '../read-bytes.ts'
import { isToken, sha256Hex } from '../tokens.ts'
import type { Deps } from '../vendors/ports.ts'
import { dayOfKey, startsAt } from './due.ts'
import {
  decodeSubmission,
  findSenders,
  isEmptySubmission,
  partialMarkOf,
  submissionIdOf,
  submittedAt,
} from './read-submission.ts'

/**
 * Checks the secret, then records the sender's deadline as done, for the date nearest to when the form was sent. A late submission
 * counts for the date it missed, unless the account is newer than that date. Idempotent. Of the submission, who and when is kept,
 * a hash of its id, and an address only while it isn't a member's own. A refusal is recorded for administrators.
 *
 * @returns the same for a member, for somebody whose account waits or was denied, and for a stranger.
 */
export async function receiveSubmission(
  deps: Pick<Deps, 'sql' | 'clock' | 'programme'>,
  request: Request,
): Promise<Received> {
  const path = new URL(request.url).pathname.slice(SUBMISSIONS_PREFIX.length)
  const [secret = '', name = ''] = path.split('/')
  const tokenHash = sha256Hex(secret)
  const [known] = isToken(secret)
    ? await deps.sql`SELECT name FROM webhook_endpoints WHERE token_hash = ${tokenHash}`
    : []
  if (!known) return { code: 'unknown_form' }
  const received = await recordSubmission(deps, request, {
    tokenHash,
    deadline: normalizeDeadlineName(name),
  })
  await recordOutcome(deps, tokenHash, received.code)
  return received
}

async function recordSubmission(
  { sql, clock, programme }: Pick<Deps, 'sql' | 'clock' | 'programme'>,
  request: Request,
  { tokenHash, deadline }: { tokenHash: string; deadline: string },
): Promise<Received> {
  const now = clock()
  if (!startsAt(programme, deadline, now))
    return { code: 'unknown_deadline', deadlines: deadlinesOf(programme) }
  const bytes = await readBytes(request, SUBMISSION_MAX_BYTES)
  if (typeof bytes === 'string') return { code: bytes }
  const type = request.headers.get('content-type') ?? ''
  const submission = await decodeSubmission(bytes, type)
  if (submission === undefined) return { code: 'unreadable', type }
  const partialMark = partialMarkOf(submission)
  if (partialMark) return { code: 'unfinished', by: partialMark }
  const { emails, isSure } = findSenders(submission)
  if (emails.length === 0) return { code: isEmptySubmission(submission) ? 'test' : 'no_address' }

  const sentAtMs = submittedAt(submission, now)
  const starts = startsAt(programme, deadline, sentAtMs ?? now)
  if (!starts) return { code: 'unknown_deadline', deadlines: deadlinesOf(programme) }
  const id = submissionIdOf(submission)
  const rows = await sql`
    SELECT record_submission(${tokenHash}, email, ${deadline}, ${dayOfKey(starts.nearest.key)}, ${isoTime(starts.nearest.start)},
      ${dayOfKey(starts.next.key)}, ${isoTime(sentAtMs ?? now)}, ${id && `${id} ${sentAtMs ?? ''}`}) AS result,
      (SELECT count(*) >= 1000 FROM unmatched_submissions WHERE received_at > now() - interval '90 days') AS "isFull"
    FROM unnest(${isSure ? emails : [emails.join(', ')]}::text[]) AS email`
  const results = z.array(ResultRow).parse(rows)
  const refusal = results.find(({ result }) => result === 'unknown_form' || result === 'too_many')
  if (refusal) return { code: refusal.result as 'unknown_form' | 'too_many' }
  if (!results.some(({ isFull }) => isFull)) return { code: 'received' }
  // Also to a member: the response tells nobody who is one.
  if (results.some(({ result }) => result === 'not_matched'))
    log('error', { code: 'submission_not_kept', request })
  return { code: 'received_full' }
}

/** Administrators see it at 'Due'. A partial submission precedes most finished ones, so it doesn't hide another refusal. */
async function recordOutcome(
  { sql }: Pick<Deps, 'sql'>,
  tokenHash: string,
  code: Received['code'],
): Promise<void> {
  if (['received', 'received_full', 'unknown_form', 'disconnected'].includes(code)) return
  if (code === 'test') {
    await sql`UPDATE webhook_endpoints SET last_tested_at = now(), last_test_email = NULL WHERE token_hash = ${tokenHash}`
  } else {
    await sql`
      UPDATE webhook_endpoints SET last_rejected_at = now(), rejection_reason = ${code}
      WHERE token_hash = ${tokenHash} AND (${code !== 'unfinished'} OR coalesce(rejection_reason, 'unfinished') = 'unfinished')`
  }
}

/** As people paste it: in capitals, with a slash, or with the ending of its file. */
function normalizeDeadlineName(name: string): string {
  return name.toLowerCase().replace(/\.ya?ml$/, '')
}

function deadlinesOf({ events }: Programme): string[] {
  return events.filter(({ kind }) => kind === 'due').map(({ name }) => name)
}

export function responseTo(received: Received): [status: number, text: string] {
  switch (received.code) {
    case 'received':
      return [200, 'Received. “Due” at /people shows whose it is.']
    case 'received_full':
      return [
        200,
        'Received. 1,000 forms are “Not matched”: no other is kept until an administrator has settled some.',
      ]
    case 'test':
      return [200, 'This address works, but there is no email address in the test. Send the form itself.']
    case 'unfinished':
      return [
        200,
        `Not recorded: this answer isn’t finished (${received.by}). Choose the event of a form that was sent.`,
      ]
    case 'unknown_form':
      return [404, 'Not found.']
    case 'unknown_deadline':
      return [404, `No deadline has this name. There are: ${received.deadlines.join(', ') || 'none yet'}.`]
    case 'disconnected':
      return [400, 'Not received.']
    case 'too_large':
      return [413, 'Too large: an answer can have 256 KiB.']
    case 'unreadable':
      return [
        415,
        `This isn’t JSON, and has no fields of a form (Content-Type: ${received.type.slice(0, 80) || 'none'}).`,
      ]
    case 'no_address':
      return [422, 'There is no email address in the answer.']
    case 'too_many':
      return [429, 'Too many.']
  }
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
