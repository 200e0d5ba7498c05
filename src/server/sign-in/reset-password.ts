import * as z from 'zod/mini'
import type { ResetPasswordForm } from '#src/shared/forms.ts'
import type { Email } from '#src/shared/people/person.ts'
import { PASSWORD_RESET_SECONDS } from '../lifetimes.ts'
import {
  RESET_MAILS_PER_EMAIL,
  RESET_MAILS_PER_NETWORK,
  RESETS_PER_NETWORK,
} from '../limits/attempt-limits.ts'
import { coarseNetworkOf, networkOf } from '../limits/network.ts'
import { isAllowed, takeAttempt, type Permit } from '../limits/rate-limits.ts'
import { isToken, sha256Hex } from '../tokens.ts'
import type { Deps } from '../vendors/ports.ts'
import { rememberBrowser } from './sign-in.ts'

/** Returns the same whether or not the account exists. */
export async function requestPasswordReset(
  { sql }: Pick<Deps, 'sql'>,
  email: Email,
  { address }: { address: string },
): Promise<Permit> {
  const permit = await takeAttempt(sql, RESET_MAILS_PER_NETWORK, networkOf(address))
  if (!permit.ok) return permit
  await sql`
    SELECT request_link('reset_password', ${email}, make_interval(secs => ${PASSWORD_RESET_SECONDS}))
    WHERE ${isAllowed(sql, [RESET_MAILS_PER_EMAIL], email)}`
  return permit
}

/**
 * Sets a new password, once per link, and ends all sessions. This browser becomes a known one, so that a member whose account
 * is under attack gets past the limit. The link of an invitation also signs in.
 */
export async function resetPassword(
  { sql, passwords, sessions }: Pick<Deps, 'sql' | 'passwords' | 'sessions'>,
  { token, password }: ResetPasswordForm,
  { address, userAgent }: { address: string; userAgent: string | null },
) {
  if (!isToken(token)) return invalidLink
  const permit = await takeAttempt(sql, RESETS_PER_NETWORK, networkOf(address))
  if (!permit.ok) return permit

  const hash = sha256Hex(token)
  // Before hashing, which is expensive.
  const open = await sql`
    SELECT FROM links
    WHERE token_hash = ${hash} AND purpose IN ('reset_password', 'invitation') AND expires_at > now()`
  if (open.length === 0) return invalidLink

  const passwordHash = await passwords.hash(password)
  const [row] = await sql`
    SELECT member_id AS "memberId", signs_in AS "signsIn" FROM reset_password(${hash}, ${passwordHash})`
  if (!row) return invalidLink
  const { memberId, signsIn } = ResetRow.parse(row)
  // The password has changed, so a failure here must not become an error: at worst they sign in themselves.
  const network = coarseNetworkOf(address)
  const [cookie, deviceCookie] = await Promise.all([
    signsIn ? sessions.start(memberId, { passwordHash, userAgent, network }).catch(() => null) : null,
    rememberBrowser(sql, memberId).catch(() => null),
  ])
  return { ok: true, cookie, deviceCookie } as const
}

const ResetRow = z.object({ memberId: z.string(), signsIn: z.boolean() })

const invalidLink = { ok: false, code: 'reset_token_invalid' } as const
