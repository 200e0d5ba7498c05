import * as z from 'zod/mini'
import type { ChangePasswordForm } from '#src/shared/forms.ts'
import { MAILS_PER_MAILBOX } from '../limits/limits.ts'
import { coarseNetworkOf } from '../limits/network.ts'
import { takeAttempt, type TooManyAttempts } from '../limits/rate-limits.ts'
import type { SignedIn } from '../sessions/admit-member.ts'
import { rememberBrowser } from '../sign-in/known-browsers.ts'
import type { HostCookie } from '../tokens.ts'
import type { Deps } from '../vendors/ports.ts'
import { provePassword, wrongPassword } from './prove-password.ts'

/**
 * Sets a new password for a member who knows the old one, and ends every session. This browser gets a new one in
 * its place, so that a copy of the old cookie is worth nothing.
 */
export async function changePassword(
  deps: Pick<Deps, 'sql' | 'passwords' | 'sessions'>,
  signedIn: SignedIn,
  form: ChangePasswordForm,
  { userAgent, address }: { userAgent: string | null; address: string },
): Promise<ChangePasswordResult> {
  const { sql } = deps
  const proof = await provePassword(deps, signedIn, form.currentPassword)
  if (!proof.ok) return proof

  const { id, email } = signedIn.member
  // Before anything is done: no password changes without the mail that says so.
  const permit = await takeAttempt(sql, MAILS_PER_MAILBOX, email)
  if (!permit.ok) return permit

  const passwordHash = await deps.passwords.hash(form.newPassword)
  // Ends all sessions, known browsers and links, and queues the mail about it.
  const [row] = await sql`SELECT change_password(${id}, ${proof.passwordHash}, ${passwordHash}) AS "isDone"`
  if (!DoneRow.parse(row).isDone) return wrongPassword
  // The password is set, and nothing that fails from here on may say otherwise: at worst they sign in again.
  const [cookie, deviceCookie] = await Promise.all([
    deps.sessions.start(id, { passwordHash, userAgent, network: coarseNetworkOf(address) }).catch(() => null),
    rememberBrowser(sql, id).catch(() => null),
  ])
  return { ok: true, cookie, deviceCookie }
}

const DoneRow = z.object({ isDone: z.boolean() })

export type ChangePasswordResult =
  | { ok: true; cookie: HostCookie | null; deviceCookie: HostCookie | null }
  | typeof wrongPassword
  | TooManyAttempts
