import type * as z from 'zod/mini'
import { changeEmail } from './change-email.tsx'
import { confirmEmail } from './confirm-email.tsx'
import { deletionRequested } from './deletion-requested.tsx'
import { emailChangeAsked } from './email-change-asked.tsx'
import { emailChanged } from './email-changed.tsx'
import { invitation } from './invitation.tsx'
import type { MailDefinition } from './mail.ts'
import { membershipApproved } from './membership-approved.tsx'
import { membershipDenied } from './membership-denied.tsx'
import { passwordChanged } from './password-changed.tsx'
import { registrationNotice } from './registration-notice.tsx'
import { resetPassword } from './reset-password.tsx'

/** Every mail there is. What the outbox reads, what the composer writes and the samples are made from this list. */
export const mails = [
  confirmEmail,
  resetPassword,
  invitation,
  passwordChanged,
  changeEmail,
  emailChangeAsked,
  emailChanged,
  deletionRequested,
  membershipApproved,
  registrationNotice,
  membershipDenied,
] as const

/** What can be said in a mail. */
export type Mailable = MessageOf<(typeof mails)[number]>

/** A message by itself, as its kind promises it. */
type MessageOf<Definition> =
  Definition extends MailDefinition<infer Kind, infer Payload> ? { kind: Kind } & z.output<Payload> : never
