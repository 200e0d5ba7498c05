import { Buffer } from 'node:buffer'
import * as z from 'zod/mini'
import { ACTION_BODY_MAX_BYTES } from '#src/shared/field-limits.ts'
import { Email } from '#src/shared/people/person.ts'
import { readBytes } from '../read-bytes.ts'
import { isSame } from '../tokens.ts'
import type { RetryingSql } from '../vendors/ports.ts'
import * as responses from './responses.ts'

// Postmark's webhooks: https://postmarkapp.com/developer/webhooks/webhooks-overview

/** Checks Basic auth before it reads the body. Rejects when the database is unavailable, so that Postmark retries. */
export async function handleBounce(
  { retryingSql, bounceSecret }: { retryingSql: RetryingSql; bounceSecret: string | undefined },
  request: Request,
): Promise<Response> {
  if (!isPostmark(request.headers, bounceSecret)) return responses.plain(401, 'Wrong secret.\n')
  const bytes = await readBytes(request, ACTION_BODY_MAX_BYTES)
  if (bytes === 'too_large') return responses.plain(413, 'Too large.\n')
  if (bytes === 'disconnected') return responses.plain(400, 'Not received.\n')
  const { data, success } = Report.safeParse(await new Response(bytes).json().catch(() => null))
  if (success) await recordBounce(retryingSql, data)
  return responses.plain(200, success ? 'Recorded.\n' : 'Nothing to record.\n')
}

/** Whether a request has the user name `postmark` and the secret as its password (RFC 7617). false without a secret. */
export function isPostmark(headers: Headers, secret: string | undefined): boolean {
  const right = `Basic ${Buffer.from(`postmark:${secret}`).toString('base64')}`
  return secret !== undefined && isSame(headers.get('authorization') ?? '', right)
}

/** Idempotent. Ignores an address without an account, such as an administrator's for notices. */
export async function recordBounce(retryingSql: RetryingSql, report: BounceReport) {
  const { MessageStream: stream } = report
  const { address, kind, at } =
    'Email' in report
      ? { address: report.Email, kind: report.Type, at: report.BouncedAt }
      : { address: report.Recipient, kind: report.SuppressionReason, at: report.ChangedAt }
  await retryingSql`SELECT record_bounce(${address}, ${stream}, ${kind}, ${at})`
}

const MessageStream = z.string().check(z.maxLength(100))
const time = z.iso.datetime({ offset: true })

const Report = z.union([
  z.object({
    // Of Postmark's types, those by which the email is lost, and complaints. With the others, it may still arrive.
    Type: z.enum([
      'HardBounce',
      'SoftBounce',
      'DnsError',
      'SpamNotification',
      'Blocked',
      'DMARCPolicy',
      'SpamComplaint',
    ]),
    Email,
    MessageStream,
    BouncedAt: time,
  }),
  z.object({
    // null when Postmark sends to the address again.
    SuppressionReason: z.nullable(z.enum(['HardBounce', 'SpamComplaint', 'ManualSuppression'])),
    Recipient: Email,
    MessageStream,
    ChangedAt: time,
  }),
])

type BounceReport = z.output<typeof Report>
