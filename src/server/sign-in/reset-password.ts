import type { Email, ResetPasswordForm } from '#src/shared/forms.ts'
import { RESET_MAILS_PER_EMAIL, RESET_MAILS_PER_NETWORK, RESETS_PER_NETWORK } from '../limits/limits.ts'
import { isSecretToken } from '../auth/secret-token.ts'
import { networkOf } from '../limits/network.ts'
import { normalizePassword } from '../auth/password.ts'
import type {
  Devices,
  HostCookie,
  PasswordHasher,
  PasswordResets,
  RateLimits,
  TooManyAttempts,
  Visitor,
} from '../vendors/ports.ts'

/** The same answer after the same work, whether an account with this e-mail exists or not. */
export async function requestPasswordReset(
  deps: RequestPasswordResetDeps,
  email: Email,
  visitor: Visitor,
): Promise<{ ok: true } | TooManyAttempts> {
  const permit = await deps.rateLimits.take(RESET_MAILS_PER_NETWORK, networkOf(visitor.address))
  if (!permit.ok) return permit
  await deps.passwordResets.request(email, RESET_MAILS_PER_EMAIL)
  return { ok: true }
}

/**
 * Sets a new password for the holder of the link, once, and ends all sessions. It signs nobody in, but this browser
 * counts as the owner's from now on: somebody whose sign-in others have slowed down gets in this way.
 */
export async function resetPassword(
  deps: ResetPasswordDeps,
  form: ResetPasswordForm,
  visitor: Visitor,
): Promise<ResetPasswordResult> {
  if (!isSecretToken(form.token)) return { ok: false, code: 'reset_token_invalid' }
  const permit = await deps.rateLimits.take(RESETS_PER_NETWORK, networkOf(visitor.address))
  if (!permit.ok) return permit
  if (!(await deps.passwordResets.isOpen(form.token))) return { ok: false, code: 'reset_token_invalid' }

  const passwordHash = await deps.passwords.hash(normalizePassword(form.password))
  const memberId = await deps.passwordResets.redeem(form.token, passwordHash)
  if (!memberId) return { ok: false, code: 'reset_token_invalid' }
  // The password is set, and nothing that fails from here on may say otherwise.
  return { ok: true, deviceCookie: await deps.devices.remember(memberId).catch(() => null) }
}

export interface RequestPasswordResetDeps {
  passwordResets: PasswordResets
  rateLimits: RateLimits
}

export interface ResetPasswordDeps extends RequestPasswordResetDeps {
  passwords: PasswordHasher
  devices: Devices
}

export type ResetPasswordResult =
  { ok: true; deviceCookie: HostCookie | null } | { ok: false; code: 'reset_token_invalid' } | TooManyAttempts
