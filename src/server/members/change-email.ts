import * as z from 'zod/mini'
import type { EmailChangeForm } from '#src/shared/forms.ts'
import { EMAIL_CHANGE_SECONDS } from '../lifetimes.ts'
import { EMAIL_CHANGES_PER_MEMBER, EMAIL_CHANGES_PER_TARGET, MAILS_PER_MAILBOX } from '../limits/limits.ts'
import { isAllowed, takeAttempt, type TooManyAttempts } from '../limits/rate-limits.ts'
import type { SignedIn } from '../sessions/admit-member.ts'
import type { Deps } from '../vendors/ports.ts'
import { provePassword, wrongPassword } from './prove-password.ts'

/**
 * Mails a link to the address that a member wants to have; opening it makes the address theirs. Whether it
 * is taken, or too many links went there, does not show: the answer, and the notice to the old address, are the same.
 */
export async function requestEmailChange(
  deps: Pick<Deps, 'sql' | 'passwords'>,
  signedIn: SignedIn,
  { newEmail, currentPassword }: EmailChangeForm,
): Promise<EmailChangeResult> {
  const { sql } = deps
  const { id, email } = signedIn.member
  if (newEmail === email) return { ok: false, code: 'email_unchanged' }
  const proof = await provePassword(deps, signedIn, currentPassword)
  if (!proof.ok) return proof
  const permit = await takeAttempt(sql, EMAIL_CHANGES_PER_MEMBER, id)
  if (!permit.ok) return permit
  const noticePermit = await takeAttempt(sql, MAILS_PER_MAILBOX, email)
  if (!noticePermit.ok) return noticePermit

  // Beyond the limits the member's own address is asked for: one that is taken, as far as anybody can tell.
  const [row] = await sql`
    SELECT request_email_change(${id}, ${proof.passwordHash},
      CASE WHEN ${isAllowed(sql, [EMAIL_CHANGES_PER_TARGET, MAILS_PER_MAILBOX], newEmail)} THEN ${newEmail}
        ELSE (SELECT email FROM users WHERE id = ${id}) END,
      make_interval(secs => ${EMAIL_CHANGE_SECONDS})) AS "isDone"`
  return DoneRow.parse(row).isDone ? { ok: true } : wrongPassword
}

const DoneRow = z.object({ isDone: z.boolean() })

export type EmailChangeResult =
  | { ok: true }
  | { ok: false; code: 'email_unchanged' }
  | typeof wrongPassword
  | TooManyAttempts
