import * as z from 'zod/mini'
import type { LetterKind } from './letters.ts'

const recipient = {
  to: z.string().check(z.minLength(3)),
  /** The words of a stranger. */
  fullName: z._default(z.nullable(z.string()), null),
}
const plain = z.object(recipient)
const linked = z.object({ ...recipient, token: z.string().check(z.minLength(1)) })

/** What a row of the outbox holds, by each kind that is a mail by itself. */
export const mailPayloads = {
  confirm_email: linked,
  reset_password: linked,
  invitation: linked,
  change_email: linked,
  deletion_requested: linked,
  password_changed: plain,
  email_change_asked: plain,
  email_changed: plain,
} as const satisfies Partial<Record<LetterKind, z.ZodMiniType>>

export const Registration = z.object({
  email: z.string(),
  fullName: z.nullable(z.string()),
  emailConfirmed: z.boolean(),
})
/** A person who signed up and waits for a decision. */
export type Registration = z.output<typeof Registration>

/** More would be cut off by mail programs, and the command below with it. */
export const MOST_LISTED = 60

export type MailRow = {
  [Kind in keyof typeof mailPayloads]: { kind: Kind } & z.output<(typeof mailPayloads)[Kind]>
}[keyof typeof mailPayloads]

/** Every mail there is. */
export type Mailable =
  | MailRow
  | ({ kind: 'membership_approved' | 'membership_denied' } & z.output<typeof plain>)
  | {
      kind: 'registrations'
      to: string
      /** `token` of the link with which an administrator decides in the browser; null where no member is one. */
      people: readonly (Registration & { token: string | null })[]
    }
