import * as z from 'zod/mini'
import type { Email, ResetPasswordForm } from '#src/shared/forms.ts'
import { PASSWORD_RESET_SECONDS } from '../lifetimes.ts'
import { RESET_MAILS_PER_EMAIL, RESET_MAILS_PER_NETWORK, RESETS_PER_NETWORK } from '../limits/limits.ts'
import { networkOf } from '../limits/network.ts'
import { isAllowed, takeAttempt, type Permit, type TooManyAttempts } from '../limits/rate-limits.ts'
import { isToken, newToken, sha256Hex, type HostCookie } from '../tokens.ts'
import type { Deps, Sql } from '../vendors/ports.ts'
import { rememberBrowser } from './known-browsers.ts'

/** The same answer after the same work, whether an account with this e-mail exists or not. */
export async function requestPasswordReset(
  { sql }: Pick<Deps, 'sql'>,
  email: Email,
  { address }: { address: string },
): Promise<Permit> {
  const permit = await takeAttempt(sql, RESET_MAILS_PER_NETWORK, networkOf(address))
  if (permit.ok) await mailResetLink(sql, email)
  return permit
}

/**
 * Sets a new password for the holder of the link, once, and ends all sessions. It signs nobody in, but this browser
 * counts as the owner's from now on: somebody whose sign-in others have slowed down gets in this way.
 */
export async function resetPassword(
  { sql, passwords }: Pick<Deps, 'sql' | 'passwords'>,
  { token, password }: ResetPasswordForm,
  { address }: { address: string },
): Promise<ResetPasswordResult> {
  if (!isToken(token)) return notGood
  const permit = await takeAttempt(sql, RESETS_PER_NETWORK, networkOf(address))
  if (!permit.ok) return permit
  if (!(await isOpen(sql, token))) return notGood

  const memberId = await redeem(sql, token, await passwords.hash(password))
  if (!memberId) return notGood
  // The password is set, and nothing that fails from here on may say otherwise.
  return { ok: true, deviceCookie: await rememberBrowser(sql, memberId).catch(() => null) }
}

/** Mails a link if there is an account and the limit allows; tells neither, not even by its time. */
async function mailResetLink(sql: Sql, email: Email): Promise<void> {
  const { token, hash } = newToken()
  // The limit is counted in the same statement, so that it writes something whether there is an account or not.
  await sql`
    SELECT request_password_reset(${email}, ${token}, ${hash}, make_interval(secs => ${PASSWORD_RESET_SECONDS}))
    WHERE ${isAllowed(sql, [RESET_MAILS_PER_EMAIL], email)}`
}

/** Asked before anything is hashed. */
async function isOpen(sql: Sql, token: string): Promise<boolean> {
  const rows = await sql`
    SELECT token_hash FROM password_reset_tokens
    WHERE token_hash = ${sha256Hex(token)} AND used_at IS NULL AND expires_at > now()`
  return rows.length > 0
}

/** The member's id; null for all but one of those who try one link at once. */
async function redeem(sql: Sql, token: string, passwordHash: string): Promise<string | null> {
  const [row] = await sql`SELECT reset_password(${sha256Hex(token)}, ${passwordHash}) AS "memberId"`
  return RedeemRow.parse(row).memberId
}

const RedeemRow = z.object({ memberId: z.nullable(z.string()) })

const notGood = { ok: false, code: 'reset_token_invalid' } as const

export type ResetPasswordResult =
  | { ok: true; deviceCookie: HostCookie | null }
  | typeof notGood
  | TooManyAttempts
