import * as z from 'zod/mini'
import type { MailTextKind } from './mail-texts.ts'

const recipient = {
  to: z.string().check(z.minLength(3)),
  /** Untrusted. */
  fullName: z._default(z.nullable(z.string()), null),
}
const plain = z.object(recipient)
const linked = z.object({ ...recipient, token: z.string().check(z.minLength(1)) })

export const mailPayloads = {
  confirm_email: linked,
  reset_password: linked,
  invitation: z.extend(linked, { company: z._default(z.nullable(z.string()), null) }),
  change_email: linked,
  deletion_requested: linked,
  password_changed: plain,
  passkey_added: plain,
  passkey_removed: plain,
  email_change_requested: plain,
  email_changed: plain,
  restore_email: linked,
  email_restored: linked,
  email_change_reverted: plain,
} as const satisfies Partial<Record<MailTextKind, z.ZodMiniType>>

export const Registration = z.object({
  userId: z.string(),
  email: z.string(),
  fullName: z.nullable(z.string()),
  emailConfirmed: z.boolean(),
})
export type Registration = z.output<typeof Registration>

export type MailRow = {
  [Kind in keyof typeof mailPayloads]: { kind: Kind } & z.output<(typeof mailPayloads)[Kind]>
}[keyof typeof mailPayloads]

/** Its token unsubscribes from its topic, which is its kind. */
export type BroadcastMail = z.output<typeof linked> & {
  /** The member's, as their browser last said; null when unknown. */
  zone: string | null
  now: number
  isTest?: boolean | undefined
} & (
    | ({ kind: 'deadlines' | 'sessions' } & MailedEvent)
    | ({ kind: 'weekly' } & MailedWeek)
    | ({ kind: 'announcements' } & MailedAnnouncement)
  )

export interface MailedEvent {
  name: string
  title: string
  place?: string | undefined
  join?: string | undefined
  page?: string | undefined
  /** In milliseconds since 1970, as `now`. */
  start: number
}

/** `newVideos` and `announcements` since the week before. */
export interface MailedWeek {
  calendar?: string | undefined
  sessions: readonly MailedEvent[]
  due: readonly MailedEvent[]
  newVideos: readonly MailedVideo[]
  /** null for who has watched nothing or everything. */
  watchNext: (MailedVideo & { seconds: number | null }) | null
  announcements: readonly MailedAnnouncement[]
}

export interface MailedVideo {
  title: string
  fragment: string
}

interface MailedAnnouncement {
  title: string
  html: string
}

export type Mailable =
  | MailRow
  | ({ kind: 'membership_approved' | 'membership_denied' | 'membership_ended' } & z.output<typeof plain>)
  | BroadcastMail
  | {
      kind: 'registration'
      to: string
      person: Registration
      /** Whether its button leads to the review: only if a member is an administrator. */
      hasReview: boolean
    }
