import * as z from 'zod/mini'
import type { ConfirmForm, Email } from '#src/shared/forms.ts'
import { EMAIL_CONFIRMATION_SECONDS } from '../lifetimes.ts'
import { CONFIRM_MAILS_PER_EMAIL, CONFIRM_MAILS_PER_NETWORK, MAILS_PER_MAILBOX } from '../limits/limits.ts'
import { networkOf } from '../limits/network.ts'
import { isAllowed, takeAttempt, type Permit } from '../limits/rate-limits.ts'
import { isToken, sha256Hex } from '../tokens.ts'
import type { Deps } from '../vendors/ports.ts'

/**
 * Confirms the address that the link was sent to: at once in the browser that signed up, elsewhere when a person presses,
 * because mail scanners open links, scripts and all. The link succeeds every time until it expires. It approves no one.
 *
 * @param signUpToken of the cookie of the browser that signed up.
 */
export async function confirmEmail(
  { sql }: Pick<Deps, 'sql'>,
  { token, isPressed }: ConfirmForm,
  { signUpToken }: { signUpToken: string | null },
): Promise<ConfirmEmailResult> {
  if (!token) return { ok: false, code: 'confirmation_token_missing' }
  if (!isToken(token)) return { ok: false, code: 'confirmation_failed' }
  const [row] = await sql`
    SELECT confirm_email(${sha256Hex(token)}, ${signUpToken && sha256Hex(signUpToken)}, ${isPressed}) AS outcome`
  const { outcome } = ConfirmRow.parse(row)
  if (!outcome) return { ok: false, code: 'confirmation_failed' }
  return { ok: true, isConfirmed: outcome === 'confirmed' }
}

/** Undoes what the link was mailed for, for a reader who did not ask for it. No mail follows. */
export async function discardSignUp({ sql }: Pick<Deps, 'sql'>, token: string): Promise<DiscardResult> {
  if (!token) return { ok: false, code: 'confirmation_token_missing' }
  if (!isToken(token)) return { ok: false, code: 'confirmation_failed' }
  const [row] = await sql`SELECT discard_sign_up(${sha256Hex(token)}) AS outcome`
  const { outcome } = DiscardRow.parse(row)
  if (!outcome) return { ok: false, code: 'confirmation_failed' }
  return outcome === 'decided' ? { ok: false, code: 'sign_up_decided' } : { ok: true, discarded: outcome }
}

/** The same answer whether an account waits for confirmation, is confirmed or never was. */
export async function resendConfirmation(
  { sql }: Pick<Deps, 'sql'>,
  email: Email,
  { address }: { address: string },
): Promise<Permit> {
  const permit = await takeAttempt(sql, CONFIRM_MAILS_PER_NETWORK, networkOf(address))
  if (!permit.ok) return permit
  await sql`
    SELECT resend_confirmation(${email}, make_interval(secs => ${EMAIL_CONFIRMATION_SECONDS}))
    WHERE ${isAllowed(sql, [CONFIRM_MAILS_PER_EMAIL, MAILS_PER_MAILBOX], email)}`
  return permit
}

const ConfirmRow = z.object({ outcome: z.nullable(z.enum(['confirmed', 'press'])) })
const DiscardRow = z.object({ outcome: z.nullable(z.enum(['sign_up', 'email_change', 'decided'])) })

interface LinkFailure {
  ok: false
  code: 'confirmation_token_missing' | 'confirmation_failed'
}

export type ConfirmEmailResult =
  /** `isConfirmed` is false where a press is asked for. */
  { ok: true; isConfirmed: boolean } | LinkFailure

export type DiscardResult =
  | { ok: true; discarded: 'sign_up' | 'email_change' }
  | { ok: false; code: 'sign_up_decided' }
  | LinkFailure
