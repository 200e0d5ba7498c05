import { MAILS_PER_MAILBOX } from '../limits/limits.ts'
import { normalizePassword } from '../auth/password.ts'
import type { Devices, HostCookie, SessionCookie, Sessions, TooManyAttempts } from '../vendors/ports.ts'
import type { SignedIn } from './ports.ts'
import { provePassword, wrongPassword, type ProofDeps } from './prove-password.ts'

/**
 * Sets a new password for a member who knows the old one, and ends every session. This browser gets a new one in
 * its place, so that a copy of the old cookie is worth nothing.
 */
export async function changePassword(
  deps: ChangePasswordDeps,
  signedIn: SignedIn,
  form: { currentPassword: string; newPassword: string },
  browser: { userAgent: string | null },
): Promise<ChangePasswordResult> {
  const proof = await provePassword(deps, signedIn, form.currentPassword)
  if (!proof.ok) return proof

  const { id, email } = signedIn.member
  // Before anything is done: no password changes without the mail that says so.
  const permit = await deps.rateLimits.take(MAILS_PER_MAILBOX, email)
  if (!permit.ok) return permit

  const passwordHash = await deps.passwords.hash(normalizePassword(form.newPassword))
  const isChanged = await deps.credentials.changePassword(id, proof.passwordHash, passwordHash)
  if (!isChanged) return wrongPassword
  // The password is set, and nothing that fails from here on may say otherwise: at worst they sign in again.
  const [cookie, deviceCookie] = await Promise.all([
    deps.sessions.start(id, { passwordHash, userAgent: browser.userAgent }).catch(() => null),
    deps.devices.remember(id).catch(() => null),
  ])
  return { ok: true, cookie, deviceCookie }
}

export interface ChangePasswordDeps extends ProofDeps {
  sessions: Pick<Sessions, 'start'>
  devices: Pick<Devices, 'remember'>
}

export type ChangePasswordResult =
  | { ok: true; cookie: SessionCookie | null; deviceCookie: HostCookie | null }
  | typeof wrongPassword
  | TooManyAttempts
