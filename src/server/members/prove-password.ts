import { normalizePassword } from '../auth/password.ts'
import type { PasswordHasher, RateLimits, TooManyAttempts } from '../vendors/ports.ts'
import { PASSWORD_PROOFS_PER_MEMBER } from './limits.ts'
import type { Credentials, SignedIn } from './ports.ts'

/**
 * Asks a signed-in member for the password once more, before what somebody at a browser left open must not do. Counted
 * before the work as a wrong one; the right one is taken back.
 */
export async function provePassword(
  deps: ProofDeps,
  { member }: SignedIn,
  typed: string,
): Promise<PasswordProof> {
  const permit = await deps.rateLimits.take(PASSWORD_PROOFS_PER_MEMBER, member.id)
  if (!permit.ok) return permit

  const passwordHash = await deps.credentials.findHash(member.id)
  const isTheirs = await deps.passwords.verify(passwordHash, normalizePassword(typed))
  if (!passwordHash || !isTheirs) return wrongPassword
  await deps.rateLimits.giveBack(PASSWORD_PROOFS_PER_MEMBER, member.id)
  return { ok: true, passwordHash }
}

/** Also what is told when the password changed while it was being proven. */
export const wrongPassword = { ok: false, code: 'current_password_wrong' } as const

export interface ProofDeps {
  credentials: Credentials
  passwords: PasswordHasher
  rateLimits: RateLimits
}

export type PasswordProof = { ok: true; passwordHash: string } | typeof wrongPassword | TooManyAttempts
