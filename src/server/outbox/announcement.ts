import * as z from 'zod/mini'
import { mailPayloads, type MailRow } from '#src/mail/mails.ts'

/** The kinds of rows that are no mails by themselves: their message is made at delivery, if there is one. */
const facts = {
  // A bigint in the database: its digits are all that is needed here.
  membership_decided: z.object({ eventId: z.pipe(z.coerce.string(), z.string().check(z.regex(/^\d+$/))) }),
  registration_notice: z.object({ userIds: z.array(z.string()) }),
  user_registered: z.object({
    userId: z.string(),
    email: z.string(),
    fullName: z._default(z.nullable(z.string()), null),
  }),
}

const payloads: Readonly<Record<string, z.ZodMiniType<object> | undefined>> = { ...facts, ...mailPayloads }

/** Every kind of row that can be delivered. */
export const outboxKinds: readonly string[] = Object.keys(payloads)

/** What a row's payload says; null when it is not what its kind promises. */
export function readAnnouncement(kind: string, payload: unknown): Announcement | null {
  const parsed = payloads[kind]?.safeParse(payload)
  // The kind and the payload of one definition: together they are one announcement.
  return parsed?.success ? ({ kind, ...parsed.data } as Announcement) : null
}

type Fact = {
  [Kind in keyof typeof facts]: { kind: Kind } & z.output<(typeof facts)[Kind]>
}[keyof typeof facts]

export type Announcement = MailRow | Fact

/** The announcement of this kind. */
export type Announced<Kind extends Announcement['kind']> = Extract<Announcement, { kind: Kind }>
