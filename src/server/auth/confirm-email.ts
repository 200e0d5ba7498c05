import type { Email } from '#src/shared/forms.ts'
import { CONFIRM_MAILS_PER_EMAIL, CONFIRM_MAILS_PER_NETWORK, MAILS_PER_MAILBOX } from './limits.ts'
import { isSecretToken } from './secret-token.ts'
import { networkOf } from './network.ts'
import type { Confirmations, RateLimits, TooManyAttempts, Visitor } from './ports.ts'

/**
 * Confirms the address that the link was sent to, and approves nobody. The same link succeeds every time until it
 * expires: programs that check mail may have opened it, scripts and all, before its reader does.
 */
export async function confirmEmail(
  deps: { confirmations: Confirmations },
  token: string,
): Promise<ConfirmEmailResult> {
  if (!token) return { ok: false, code: 'confirmation_token_missing' }
  const isGood = isSecretToken(token) && (await deps.confirmations.confirm(token))
  return isGood ? { ok: true } : { ok: false, code: 'confirmation_failed' }
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

export type ConfirmEmailResult =
  { ok: true } | { ok: false; code: 'confirmation_token_missing' | 'confirmation_failed' }
