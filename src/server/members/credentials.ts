import * as z from 'zod/mini'
import type { ChangePasswordForm } from '#src/shared/forms.ts'
import { PASSKEY_PROOF_SECONDS } from '../lifetimes.ts'
import { MAILS_PER_MAILBOX, PASSWORD_PROOFS_PER_MEMBER } from '../limits/attempt-limits.ts'
import { checkLimits, type Counted, countAttempt, recordPasswordAttempt } from '../limits/rate-limits.ts'
import type { SignedIn } from '../sessions/require-member.ts'
import { rememberBrowser } from '../sign-in/sign-in.ts'
import { noSession } from '../cookies.ts'
import { sha256Hex } from '../tokens.ts'
import type { Deps } from '../vendors/ports.ts'

/**
 * Verifies that it is the member, before an action that a stranger at an unlocked browser must not do: by the password, or without
 * one by a passkey that this session has seen within five minutes.
 *
 * @returns the password's hash: the next statement requires it, so that a newer password is never overwritten.
 */
export async function confirmIdentity(
  deps: Pick<Deps, 'sql' | 'passwords'>,
  signedIn: SignedIn,
  typed: string | undefined,
) {
  if (typed !== undefined) return confirmPassword(deps, signedIn, typed)
  const [row] = await deps.sql`
    SELECT u.password_hash AS "passwordHash" FROM active_sessions s JOIN users u ON u.id = s.user_id
    WHERE s.id = ${sha256Hex(signedIn.token)} AND s.passkey_at > now() - make_interval(secs => ${PASSKEY_PROOF_SECONDS})`
  const passwordHash = row ? HashRow.parse(row).passwordHash : null
  return passwordHash ? ({ ok: true, passwordHash } as const) : passwordMissing
}

/**
 * Changes the password and ends every session. This browser gets a new session, so that a stolen copy of the old cookie is
 * worthless.
 */
export async function changePassword(
  deps: Pick<Deps, 'sql' | 'passwords' | 'sessions'>,
  signedIn: SignedIn,
  form: ChangePasswordForm,
  { userAgent }: { userAgent: string | null },
) {
  const { sql } = deps
  const proof = await confirmIdentity(deps, signedIn, form.currentPassword)
  if (!proof.ok) return proof
  if (await deps.passwords.verify(proof.passwordHash, form.newPassword))
    return { ok: false, code: 'password_unchanged' } as const

  const { id, email } = signedIn.member
  // Before any change: no password may change without the email about it.
  const permit = await countAttempt(sql, MAILS_PER_MAILBOX, email)
  if (!permit.ok) return permit

  const passwordHash = await deps.passwords.hash(form.newPassword)
  // Ends all sessions, known browsers and links, and queues the email.
  const changed = await sql`
    SELECT set_password(id, ${passwordHash})
    FROM (SELECT id FROM users WHERE id = ${id} AND password_hash = ${proof.passwordHash} FOR UPDATE) proven`
  if (changed.length === 0) return wrongPassword
  // The password has changed, so a failure here must not become an error: at worst they sign in again.
  const [session, device] = await Promise.all([
    deps.sessions.start(id, { passwordHash, userAgent }).catch(() => null),
    rememberBrowser(sql, id).catch(() => null),
  ])
  return { ok: true, cookies: { session: session ?? noSession, device } } as const
}

async function confirmPassword(
  { sql, passwords }: Pick<Deps, 'sql' | 'passwords'>,
  { member }: SignedIn,
  typed: string,
) {
  const counted: Counted[] = [[PASSWORD_PROOFS_PER_MEMBER, member.id]]
  const permit = await checkLimits(sql, counted)
  if (!permit.ok) return permit

  const [row] = await sql`SELECT password_hash AS "passwordHash" FROM users WHERE id = ${member.id}`
  const passwordHash = row ? HashRow.parse(row).passwordHash : null
  const isRight = await passwords.verify(passwordHash, typed)
  const settled = await recordPasswordAttempt(sql, counted, isRight)
  if (!settled.ok) return settled
  return passwordHash && isRight ? ({ ok: true, passwordHash } as const) : wrongPassword
}

/** Nothing was typed, or the passkey was used too long ago. */
const passwordMissing = { ok: false, code: 'password_missing' } as const

export const wrongPassword = { ok: false, code: 'current_password_wrong' } as const

const HashRow = z.object({ passwordHash: z.nullable(z.string()) })
