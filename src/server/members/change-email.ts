import type { Email } from '#src/shared/forms.ts'
import { MAILS_PER_MAILBOX } from '../limits/limits.ts'
import type { TooManyAttempts } from '../vendors/ports.ts'
import { EMAIL_CHANGES_PER_MEMBER, EMAIL_CHANGES_PER_TARGET } from './limits.ts'
import type { SignedIn } from './ports.ts'
import { provePassword, wrongPassword, type ProofDeps } from './prove-password.ts'

/**
 * Mails a link to the address that a member wants to have; opening it makes the address theirs. Whether it
 * is taken, or too many links went there, does not show: the answer, and the notice to the old address, are the same.
 */
export async function requestEmailChange(
  deps: ProofDeps,
  signedIn: SignedIn,
  form: { currentPassword: string; newEmail: Email },
): Promise<EmailChangeResult> {
  const { id, email } = signedIn.member
  if (form.newEmail === email) return { ok: false, code: 'email_unchanged' }
  const proof = await provePassword(deps, signedIn, form.currentPassword)
  if (!proof.ok) return proof
  const permit = await deps.rateLimits.take(EMAIL_CHANGES_PER_MEMBER, id)
  if (!permit.ok) return permit
  const noticePermit = await deps.rateLimits.take(MAILS_PER_MAILBOX, email)
  if (!noticePermit.ok) return noticePermit

  const isAsked = await deps.credentials.requestEmailChange(id, proof.passwordHash, form.newEmail, [
    EMAIL_CHANGES_PER_TARGET,
    MAILS_PER_MAILBOX,
  ])
  return isAsked ? { ok: true } : wrongPassword
}

export type EmailChangeResult =
  { ok: true } | { ok: false; code: 'email_unchanged' } | typeof wrongPassword | TooManyAttempts
