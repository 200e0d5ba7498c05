import type { SignUpForm } from '#src/shared/forms.ts'
import { normalizePassword } from './password.ts'
import type { Accounts, PasswordHasher } from './ports.ts'

/** Creates a pending account. It signs nobody in: an administrator decides first. */
export async function signUp(deps: SignUpDeps, form: SignUpForm): Promise<SignUpResult> {
  const passwordHash = await deps.passwords.hash(normalizePassword(form.password))
  const outcome = await deps.accounts.register({ email: form.email, passwordHash, fullName: form.fullName })
  return outcome === 'registered' ? { ok: true } : { ok: false, code: outcome }
}

export interface SignUpDeps {
  accounts: Accounts
  passwords: PasswordHasher
}

export type SignUpResult = { ok: true } | { ok: false; code: 'email_taken' }
