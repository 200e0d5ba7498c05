import * as z from 'zod/mini'
import type { Announcement } from '../outbox/ports.ts'

/** What a row's payload says; null when it is not what its kind promises. */
export function readAnnouncement(kind: string, payload: unknown): Announcement | null {
  if (typeof payload !== 'object') return null
  const parsed = Announced.safeParse({ ...payload, kind })
  return parsed.success ? parsed.data : null
}

const recipient = { to: z.string().check(z.minLength(3)), fullName: z._default(z.nullable(z.string()), null) }
const token = z.string().check(z.minLength(1))

const Announced = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('confirm_email'), ...recipient, token }),
  z.object({ kind: z.literal('reset_password'), ...recipient, token }),
  z.object({ kind: z.literal('password_changed'), ...recipient }),
  z.object({ kind: z.literal('change_email'), ...recipient, token }),
  z.object({ kind: z.literal('email_change_asked'), ...recipient }),
  z.object({ kind: z.literal('email_changed'), ...recipient }),
  z.object({ kind: z.literal('deletion_requested'), ...recipient, token }),
  // A bigint in the database: its digits are all that is needed here.
  z.object({
    kind: z.literal('membership_decided'),
    eventId: z.pipe(z.coerce.string(), z.string().check(z.regex(/^\d+$/))),
  }),
  z.object({ kind: z.literal('registration_notice'), userIds: z.array(z.string()) }),
  z.object({
    kind: z.literal('user_registered'),
    userId: z.string(),
    email: z.string(),
    fullName: z._default(z.nullable(z.string()), null),
  }),
])
