import * as z from 'zod/mini'
import type { EmailForm, ResetPasswordInput } from '#src/shared/forms.ts'
import { PASSWORD_RESET_SECONDS } from '../lifetimes.ts'
import {
  RESET_MAILS_PER_EMAIL,
  RESET_MAILS_PER_NETWORK,
  UNKNOWN_LINKS_PER_NETWORK,
} from '../limits/attempt-limits.ts'
import { networkOf } from '../limits/network.ts'
import { requireMember } from '../sessions/require-member.ts'
import { countAttemptSql, countAttempt, type Permit } from '../limits/rate-limits.ts'
import { noSession } from '../cookies.ts'
import { isToken, sha256Hex } from '../tokens.ts'
import type { Deps } from '../vendors/ports.ts'
import { rememberBrowser } from './sign-in.ts'

/** Returns the same whether or not the account exists. */
export async function requestPasswordReset(
  { sql }: Pick<Deps, 'sql'>,
  { email }: EmailForm,
  { address }: { address: string },
): Promise<Permit> {
  const permit = await countAttempt(sql, RESET_MAILS_PER_NETWORK, networkOf(address))
  if (!permit.ok) return permit
  await sql`
    SELECT request_email_with_token('reset_password', ${email}, make_interval(secs => ${PASSWORD_RESET_SECONDS}))
    WHERE ${countAttemptSql(sql, [RESET_MAILS_PER_EMAIL], email)}`
  return permit
}

/**
 * The address of the account whose password a link sets, null when it sets none (any more), and whether this browser is signed in.
 * Changes nothing.
 */
export async function readPasswordLink(
  { sql, sessions }: Pick<Deps, 'sql' | 'sessions'>,
  { token }: { token: string },
  { sessionToken }: { sessionToken: string | null },
) {
  const [email, admission] = await Promise.all([
    findOwner(sql, token),
    requireMember({ sessions }, sessionToken),
  ])
  return { email, isSignedIn: admission.ok }
}

/**
 * Sets a new password, once per link, and ends all sessions. This browser becomes a known one, so that a member whose account
 * is under attack gets past the limit. The link of an invitation also signs in.
 */
export async function resetPassword(
  { sql, passwords, sessions }: Pick<Deps, 'sql' | 'passwords' | 'sessions'>,
  { token, password }: ResetPasswordInput,
  { address, userAgent }: { address: string; userAgent: string | null },
) {
  // Before hashing, which is expensive.
  if ((await findOwner(sql, token)) === null) {
    const permit = await countAttempt(sql, UNKNOWN_LINKS_PER_NETWORK, networkOf(address))
    return permit.ok ? invalidLink : permit
  }

  const passwordHash = await passwords.hash(password)
  const [row] = await sql`
    SELECT member_id AS "memberId", signs_in AS "signsIn" FROM reset_password(${sha256Hex(token)}, ${passwordHash})`
  if (!row) return invalidLink
  const { memberId, signsIn } = ResetRow.parse(row)
  // The password has changed, so a failure here must not become an error: at worst they sign in themselves.
  const [session, device] = await Promise.all([
    signsIn ? sessions.start(memberId, { passwordHash, userAgent }).catch(() => null) : null,
    rememberBrowser(sql, memberId).catch(() => null),
  ])
  return {
    ok: true,
    cookies: { session: session ?? noSession, device },
    isSignedIn: session !== null,
  } as const
}

// The invitation of somebody who isn't approved any more doesn't work.
async function findOwner(sql: Deps['sql'], token: string): Promise<string | null> {
  if (!isToken(token)) return null
  const [row] = await sql`
    SELECT m.email FROM email_tokens l JOIN members m ON m.id = l.user_id
    WHERE l.token_hash = ${sha256Hex(token)} AND l.expires_at > now()
      AND (l.purpose = 'reset_password' OR (l.purpose = 'invitation' AND m.approval_status = 'approved'))`
  return row ? OwnerRow.parse(row).email : null
}

const OwnerRow = z.object({ email: z.string() })
const ResetRow = z.object({ memberId: z.string(), signsIn: z.boolean() })

const invalidLink = { ok: false, code: 'reset_token_invalid' } as const
