import * as z from 'zod/mini'
import { SUBMISSION_MAX_BYTES } from '#src/shared/field-limits.ts'
import { SUBMISSIONS_PREFIX } from '#src/shared/paths.ts'
import { Email } from '#src/shared/people/person.ts'
import type { Programme } from '../mailings/programme.ts'
import { readBytes, type Unread } from '../read-bytes.ts'
import { isToken, sha256Hex } from '../tokens.ts'
import type { Deps } from '../vendors/ports.ts'
import { keyDay, startsAt } from './due.ts'

/** What the programme's form tools tell: a POST of JSON to an address with a secret and a deadline's name. */

/**
 * Judges the secret, then says that the sender has done the deadline's start that is nearest to now: what comes late counts for
 * the start it was late for, unless the sender came later. Idempotent. Nothing of the body is kept but the sender's address, and that only while no member has it.
 */
export async function receiveSubmission(
  { sql, clock }: Pick<Deps, 'sql' | 'clock'>,
  request: Request,
  programme: Programme,
): Promise<Received> {
  const path = new URL(request.url).pathname.slice(SUBMISSIONS_PREFIX.length)
  const [secret = '', deadline = ''] = path.split('/')
  const form = sha256Hex(secret)
  const [known] = isToken(secret) ? await sql`SELECT name FROM form_addresses WHERE token_hash = ${form}` : []
  if (!known) return 'unknown_form'
  const starts = startsAt(programme, deadline, clock())
  if (!starts) return 'unknown_deadline'
  const bytes = await readBytes(request, SUBMISSION_MAX_BYTES)
  if (typeof bytes === 'string') return bytes
  const email = findAddress(await new Response(bytes).json().catch(() => null))
  if (!email) return 'no_address'
  const { nearest, next } = starts
  const [row] = await sql`
    SELECT record_submission(${form}, ${email}, ${deadline}, ${keyDay(nearest.key)}, ${new Date(nearest.start).toISOString()},
      ${keyDay(next.key)}) AS result`
  return ResultRow.parse(row).result
}

/**
 * The address in what a form tool sends, in canonical form: the value of a key "email" if there is one, or else the first text
 * that is an address as a whole. null without one.
 */
export function findAddress(body: unknown): string | null {
  const texts = textsIn(body)
  const named = texts.filter(({ key }) => /^e-?mail(?:[ _-]?address)?$/i.test(key))
  for (const { text } of [...named, ...texts]) {
    const { data } = Email.safeParse(text)
    if (data) return data
  }
  return null
}

/** Every text of a value, in order, with the key that it has. */
function textsIn(value: unknown, key = '', depth = 0): { key: string; text: string }[] {
  if (typeof value === 'string') return [{ key, text: value }]
  if (typeof value !== 'object' || value === null || depth > MOST_DEPTH) return []
  return Object.entries(value).flatMap(([name, each]) =>
    // A list's entries are called as the list is.
    textsIn(each, Array.isArray(value) ? key : name, depth + 1),
  )
}

const MOST_DEPTH = 10

const ResultRow = z.object({ result: z.enum(['recorded', 'not_matched', 'unknown_form', 'too_many']) })

export type Received = z.output<typeof ResultRow>['result'] | 'unknown_deadline' | Unread | 'no_address'
