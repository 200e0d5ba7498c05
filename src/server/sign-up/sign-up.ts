import * as z from 'zod/mini'
import type { ConfirmInput, EmailForm, SignUpForm } from '#src/shared/forms.ts'
import { EMAIL_CONFIRMATION_SECONDS } from '../lifetimes.ts'
import {
  CONFIRM_MAILS_PER_EMAIL,
  CONFIRM_MAILS_PER_NETWORK,
  MAILS_PER_MAILBOX,
  SIGN_UPS_PER_NETWORK,
} from '../limits/attempt-limits.ts'
import { approvalStatuses } from '../member.ts'
import { networkOf } from '../limits/network.ts'
import { countAttemptSql, countAttempt, type Permit } from '../limits/rate-limits.ts'
import { findEmailChange } from '../members/email-change.ts'
import { isToken, newToken, sha256Hex } from '../tokens.ts'
import type { Deps } from '../vendors/ports.ts'

/**
 * Creates a pending account and queues the confirmation email. Doesn't sign in: an administrator decides first. The cookie
 * identifies this browser when it confirms. Whoever fills in the honeypot is told so, because it may be a person's extension.
 */
export async function signUp(
  { sql, passwords }: Pick<Deps, 'sql' | 'passwords'>,
  { email, password, fullName, message }: SignUpForm,
  { address }: { address: string },
) {
  if (message) return { ok: false, code: 'honeypot_filled' } as const
  const permit = await countAttempt(sql, SIGN_UPS_PER_NETWORK, networkOf(address))
  if (!permit.ok) return permit

  const passwordHash = await passwords.hash(password)
  const { token, hash } = newToken()
  try {
    await sql`
      SELECT sign_up(${email}, ${passwordHash}, ${fullName}, ${hash},
        make_interval(secs => ${EMAIL_CONFIRMATION_SECONDS}))`
    // As long as the emailed link.
    const cookie = { name: 'sign-up', value: token, maxAge: EMAIL_CONFIRMATION_SECONDS } as const
    return { ok: true, cookies: { 'sign-up': cookie } } as const
  } catch (error) {
    // Only the constraint is safe against concurrent sign-ups.
    if ((error as { constraint?: string }).constraint === 'users_email_key')
      return { ok: false, code: 'email_taken' } as const
    throw error
  }
}

/**
 * Confirms the address: at once in the browser that signed up, elsewhere only after a click, because email scanners open links
 * and run scripts. Idempotent until the link expires. Doesn't approve.
 *
 * @returns the member's status; null when it needs a click, with the change of address if it is the link of one: this changes none.
 * @param signUpToken the cookie of the browser that signed up.
 */
export async function confirmEmail(
  { sql }: Pick<Deps, 'sql'>,
  { token, isClicked }: ConfirmInput,
  { signUpToken, sessionToken = null }: { signUpToken: string | null; sessionToken?: string | null },
) {
  if (!isToken(token)) return linkFailed
  const change = await findEmailChange(sql, token, sessionToken)
  if (change) return isClicked ? outdatedPage : ({ ok: true, status: null, change: shownOf(change) } as const)
  const [row] = await sql`
    SELECT confirm_email(${sha256Hex(token)}, ${signUpToken && sha256Hex(signUpToken)}, ${isClicked}) AS outcome`
  const { outcome } = ConfirmRow.parse(row)
  if (!outcome) return linkFailed
  return { ok: true, status: outcome === 'click_required' ? null : outcome, change: null } as const
}

// A stranger to whom the link was sent learns no other address of the account.
function shownOf({ email, newEmail, proof }: EmailChange) {
  return { email: proof === 'session' ? email : null, newEmail, proof }
}

/** Deletes the sign-up or the email change, for a recipient who didn't ask for it. Sends no email. */
export async function discardSignUp({ sql }: Pick<Deps, 'sql'>, { token }: { token: string }) {
  if (!isToken(token)) return linkFailed
  const [row] = await sql`SELECT discard_sign_up(${sha256Hex(token)}) AS outcome`
  const { outcome } = DiscardRow.parse(row)
  if (!outcome) return linkFailed
  if (outcome === 'decided') return { ok: false, code: 'sign_up_decided' } as const
  return { ok: true, discarded: outcome } as const
}

/** Returns the same whether or not an unconfirmed account exists. */
export async function requestConfirmation(
  { sql }: Pick<Deps, 'sql'>,
  { email }: EmailForm,
  { address }: { address: string },
): Promise<Permit> {
  const permit = await countAttempt(sql, CONFIRM_MAILS_PER_NETWORK, networkOf(address))
  if (!permit.ok) return permit
  await sql`
    SELECT request_email_with_token('confirm_email', ${email}, make_interval(secs => ${EMAIL_CONFIRMATION_SECONDS}))
    WHERE ${countAttemptSql(sql, [CONFIRM_MAILS_PER_EMAIL, MAILS_PER_MAILBOX], email)}`
  return permit
}

const ConfirmRow = z.object({ outcome: z.nullable(z.enum(['click_required', ...approvalStatuses])) })
const DiscardRow = z.object({ outcome: z.nullable(z.enum(['sign_up', 'email_change', 'decided'])) })

type EmailChange = NonNullable<Awaited<ReturnType<typeof findEmailChange>>>

// Pages of an older deploy don't ask for the password that a change of address needs.
const outdatedPage = { ok: false, code: 'page_outdated' } as const

const linkFailed = { ok: false, code: 'confirmation_failed' } as const
