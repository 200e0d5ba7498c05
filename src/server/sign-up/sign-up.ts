import type { SignUpForm } from '#src/shared/forms.ts'
import { SIGN_UPS_PER_NETWORK } from '../limits/limits.ts'
import { networkOf } from '../limits/network.ts'
import { normalizePassword } from '../auth/password.ts'
import type {
  Accounts,
  Clock,
  HostCookie,
  PasswordHasher,
  RateLimits,
  TooManyAttempts,
  Visitor,
} from '../vendors/ports.ts'
import { isFilledByProgram } from '../auth/sign-up-trap.ts'

/**
 * Creates a pending account and sends the mail that confirms its address. It signs nobody in: an administrator
 * decides first. The browser is known by its cookie when it confirms the address. A program that fills in forms is told
 * the same as a person, and nothing is written or sent.
 */
export async function signUp(deps: SignUpDeps, form: SignUpForm, visitor: Visitor): Promise<SignUpResult> {
  const browserCookie = deps.newSignUpCookie()
  if (isFilledByProgram(form, deps.clock())) return { ok: true, browserCookie }
  const permit = await deps.rateLimits.take(SIGN_UPS_PER_NETWORK, networkOf(visitor.address))
  if (!permit.ok) return permit

  const passwordHash = await deps.passwords.hash(normalizePassword(form.password))
  const { email, fullName } = form
  const browserToken = browserCookie.value
  const outcome = await deps.accounts.register({ email, passwordHash, fullName, browserToken })
  return outcome === 'registered' ? { ok: true, browserCookie } : { ok: false, code: outcome }
}

export interface SignUpDeps {
  accounts: Accounts
  passwords: PasswordHasher
  rateLimits: RateLimits
  clock: Clock
  /** A new one each time, so that it tells this sign-up and no other. */
  newSignUpCookie: () => HostCookie
}

export type SignUpResult =
  { ok: true; browserCookie: HostCookie } | { ok: false; code: 'email_taken' } | TooManyAttempts
