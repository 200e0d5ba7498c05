import * as z from 'zod/mini'
import { mails, type Mailable } from '#src/mail/mails.ts'

/** What a row's payload says; null when it is not what its kind promises. */
export function readAnnouncement(kind: string, payload: unknown): Announcement | null {
  const parsed = payloads.get(kind)?.safeParse(payload)
  // The kind and the payload of one definition: together they are one announcement.
  return parsed?.success ? ({ kind, ...parsed.data } as Announcement) : null
}

/** The kinds of rows that are no mails by themselves: what is told of them, and whether, is found out at delivery. */
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

const payloads: ReadonlyMap<string, z.ZodMiniType<object>> = new Map<string, z.ZodMiniType<object>>([
  ...Object.entries(facts),
  ...mails.filter((mail) => !mail.announcedBy).map(({ kind, payload }) => [kind, payload] as const),
])

/** Every kind of row that can be delivered. */
export const outboxKinds: readonly string[] = [...payloads.keys()]

type Fact = {
  [Kind in keyof typeof facts]: { kind: Kind } & z.output<(typeof facts)[Kind]>
}[keyof typeof facts]

export type Announcement = Mailable | Fact

/** The announcement of this kind. */
export type Announced<Kind extends Announcement['kind']> = Extract<Announcement, { kind: Kind }>
