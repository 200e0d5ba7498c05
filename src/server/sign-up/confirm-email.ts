import type { Email } from '#src/shared/forms.ts'
import { CONFIRM_MAILS_PER_EMAIL, CONFIRM_MAILS_PER_NETWORK, MAILS_PER_MAILBOX } from '../limits/limits.ts'
import { isSecretToken } from '../auth/secret-token.ts'
import { networkOf } from '../limits/network.ts'
import type { Confirmations, Discarded, RateLimits, TooManyAttempts, Visitor } from '../vendors/ports.ts'

/**
 * Confirms the address that the link was sent to. The same link succeeds every time until it expires. Of itself that
 * approves nobody; who is expected is let in once the password is proven too, by the browser that signed up or by
 * `proveSignUp`.
 */
export async function confirmEmail(
  deps: { confirmations: Confirmations },
  token: string,
  browser: { signUpToken: string | null },
): Promise<ConfirmEmailResult> {
  if (!token) return { ok: false, code: 'confirmation_token_missing' }
  const outcome = isSecretToken(token) ? await deps.confirmations.confirm(token, browser.signUpToken) : null
  if (!outcome) return { ok: false, code: 'confirmation_failed' }
  return { ok: true, passwordNeeded: outcome === 'password_needed' }
}

/** Undoes what the link was mailed for, for a reader who did not ask for it; nobody is told. */
export async function discardSignUp(
  deps: { confirmations: Confirmations },
  token: string,
): Promise<DiscardResult> {
  if (!token) return { ok: false, code: 'confirmation_token_missing' }
  const outcome = isSecretToken(token) ? await deps.confirmations.discard(token) : null
  if (!outcome) return { ok: false, code: 'confirmation_failed' }
  return outcome === 'decided' ? { ok: false, code: 'sign_up_decided' } : { ok: true, discarded: outcome }
}

/** The same answer after the same work, whether an account waits for confirmation, is confirmed or never was. */
export async function resendConfirmation(
  deps: ResendConfirmationDeps,
  email: Email,
  visitor: Visitor,
): Promise<{ ok: true } | TooManyAttempts> {
  const permit = await deps.rateLimits.take(CONFIRM_MAILS_PER_NETWORK, networkOf(visitor.address))
  if (!permit.ok) return permit
  await deps.confirmations.resend(email, [CONFIRM_MAILS_PER_EMAIL, MAILS_PER_MAILBOX])
  return { ok: true }
}

export interface ResendConfirmationDeps {
  confirmations: Confirmations
  rateLimits: RateLimits
}

interface LinkFailure {
  ok: false
  code: 'confirmation_token_missing' | 'confirmation_failed'
}

export type ConfirmEmailResult =
  /** `passwordNeeded`: the member is let in as soon as the password is proven with the same link. */
  { ok: true; passwordNeeded: boolean } | LinkFailure

export type DiscardResult =
  { ok: true; discarded: Discarded } | { ok: false; code: 'sign_up_decided' } | LinkFailure
