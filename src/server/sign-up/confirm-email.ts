import * as z from 'zod/mini'
import type { Email } from '#src/shared/forms.ts'
import { EMAIL_CONFIRMATION_SECONDS } from '../lifetimes.ts'
import { CONFIRM_MAILS_PER_EMAIL, CONFIRM_MAILS_PER_NETWORK, MAILS_PER_MAILBOX } from '../limits/limits.ts'
import { networkOf } from '../limits/network.ts'
import { isAllowed, takeAttempt, type Permit } from '../limits/rate-limits.ts'
import { isToken, newToken, sha256Hex } from '../tokens.ts'
import type { Deps, Sql } from '../vendors/ports.ts'

/**
 * Confirms the address that the link was sent to. The same link succeeds every time until it expires. Of itself that
 * approves nobody; who is expected is let in once the password is proven too, by the browser that signed up or by
 * `proveSignUp`.
 *
 * @param signUpToken of the cookie of the browser that signed up.
 */
export async function confirmEmail(
  { sql }: Pick<Deps, 'sql'>,
  token: string,
  { signUpToken }: { signUpToken: string | null },
): Promise<ConfirmEmailResult> {
  if (!token) return { ok: false, code: 'confirmation_token_missing' }
  const outcome = isToken(token) ? await confirm(sql, token, signUpToken) : null
  if (!outcome) return { ok: false, code: 'confirmation_failed' }
  return { ok: true, passwordNeeded: outcome === 'password_needed' }
}

/** Undoes what the link was mailed for, for a reader who did not ask for it; nobody is told. */
export async function discardSignUp({ sql }: Pick<Deps, 'sql'>, token: string): Promise<DiscardResult> {
  if (!token) return { ok: false, code: 'confirmation_token_missing' }
  const outcome = isToken(token) ? await discard(sql, token) : null
  if (!outcome) return { ok: false, code: 'confirmation_failed' }
  return outcome === 'decided' ? { ok: false, code: 'sign_up_decided' } : { ok: true, discarded: outcome }
}

/** The same answer after the same work, whether an account waits for confirmation, is confirmed or never was. */
export async function resendConfirmation(
  { sql }: Pick<Deps, 'sql'>,
  email: Email,
  { address }: { address: string },
): Promise<Permit> {
  const permit = await takeAttempt(sql, CONFIRM_MAILS_PER_NETWORK, networkOf(address))
  if (permit.ok) await mailAnotherLink(sql, email)
  return permit
}

/** In the browser that signed up, the password counts as proven too. `password_needed`: with it, one would be let in. */
async function confirm(sql: Sql, token: string, signUpToken: string | null) {
  const browserHash = signUpToken === null ? null : sha256Hex(signUpToken)
  const [row] = await sql`SELECT confirm_email(${sha256Hex(token)}, ${browserHash}) AS outcome`
  return ConfirmRow.parse(row).outcome
}

/** Removes the sign-up with all that is not told yet, or ends the link of an e-mail change; not after a decision. */
async function discard(sql: Sql, token: string) {
  const [row] = await sql`SELECT discard_sign_up(${sha256Hex(token)}) AS outcome`
  return DiscardRow.parse(row).outcome
}

/** Mails a new link if an account waits for it and all limits allow; tells neither, not even by its time. */
async function mailAnotherLink(sql: Sql, email: Email): Promise<void> {
  const { token, hash } = newToken()
  await sql`
    SELECT resend_confirmation(${email}, ${token}, ${hash}, make_interval(secs => ${EMAIL_CONFIRMATION_SECONDS}))
    WHERE ${isAllowed(sql, [CONFIRM_MAILS_PER_EMAIL, MAILS_PER_MAILBOX], email)}`
}

const ConfirmRow = z.object({ outcome: z.nullable(z.enum(['confirmed', 'password_needed'])) })
const DiscardRow = z.object({ outcome: z.nullable(z.enum(['sign_up', 'email_change', 'decided'])) })

interface LinkFailure {
  ok: false
  code: 'confirmation_token_missing' | 'confirmation_failed'
}

export type ConfirmEmailResult =
  /** `passwordNeeded`: the member is let in as soon as the password is proven with the same link. */
  { ok: true; passwordNeeded: boolean } | LinkFailure

export type DiscardResult =
  | { ok: true; discarded: 'sign_up' | 'email_change' }
  | { ok: false; code: 'sign_up_decided' }
  | LinkFailure
