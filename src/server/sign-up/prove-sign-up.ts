import type { ProofForm, ResetPasswordForm } from '#src/shared/forms.ts'
import { RESETS_PER_NETWORK, SIGN_INS_PER_NETWORK, SIGN_UP_PROOFS_PER_ACCOUNT } from '../limits/limits.ts'
import { networkOf } from '../limits/network.ts'
import { normalizePassword } from '../auth/password.ts'
import type {
  Devices,
  HostCookie,
  Limit,
  PasswordHasher,
  RateLimits,
  SignUpProofs,
  TooManyAttempts,
  UnprovenAccount,
  Visitor,
} from '../vendors/ports.ts'
import { isSecretToken } from '../auth/secret-token.ts'

/**
 * Proves that the holder of the mailed link knows the password of the sign-up: anybody can sign up with
 * anybody's address. Who is expected is let in by it. Counted as a wrong password before the work; the right one is taken back.
 */
export async function proveSignUp(deps: ProofDeps, form: ProofForm, visitor: Visitor): Promise<ProofResult> {
  const admission = await admitProof(deps, form.token, visitor, SIGN_INS_PER_NETWORK)
  if (!admission.ok) return admission

  const { account, settle } = admission
  if (!(await deps.passwords.verify(account.passwordHash, normalizePassword(form.password)))) {
    return { ok: false, code: 'current_password_wrong' }
  }
  await settle()
  const isProven = await deps.signUpProofs.prove(form.token, account.passwordHash)
  return isProven ? { ok: true } : notGood
}

/**
 * Replaces a password that nobody at the mailbox ever proved, and confirms the address: for somebody who forgot it, or
 * whose address a stranger signed up with. It signs nobody in, but this browser counts as the owner's from now on.
 */
export async function setSignUpPassword(
  deps: NewPasswordDeps,
  form: ResetPasswordForm,
  visitor: Visitor,
): Promise<SetSignUpPasswordResult> {
  const admission = await admitProof(deps, form.token, visitor, RESETS_PER_NETWORK)
  if (!admission.ok) return admission
  if (!admission.account.takesPassword) return notGood

  const passwordHash = await deps.passwords.hash(normalizePassword(form.password))
  const memberId = await deps.signUpProofs.setPassword(form.token, passwordHash)
  if (!memberId) return notGood
  // The password is set, and nothing that fails from here on may say otherwise.
  return { ok: true, deviceCookie: await deps.devices.remember(memberId).catch(() => null) }
}

/** Counts an attempt by network and by account; only who holds the link can use the account's up. */
async function admitProof(
  { rateLimits, signUpProofs }: Pick<ProofDeps, 'rateLimits' | 'signUpProofs'>,
  token: string,
  visitor: Visitor,
  perNetwork: Limit,
): Promise<Admission | typeof notGood | TooManyAttempts> {
  if (!isSecretToken(token)) return notGood
  const network = networkOf(visitor.address)
  const permit = await rateLimits.take(perNetwork, network)
  if (!permit.ok) return permit
  const account = await signUpProofs.find(token)
  if (!account) return notGood
  const accountPermit = await rateLimits.take(SIGN_UP_PROOFS_PER_ACCOUNT, account.id)
  if (!accountPermit.ok) return accountPermit
  return {
    ok: true,
    account,
    async settle() {
      await Promise.all([
        rateLimits.giveBack(perNetwork, network),
        rateLimits.giveBack(SIGN_UP_PROOFS_PER_ACCOUNT, account.id),
      ])
    },
  }
}

const notGood = { ok: false, code: 'confirmation_failed' } as const

interface Admission {
  ok: true
  account: UnprovenAccount
  /** To be called when the password was right: this attempt was no guess. */
  settle: () => Promise<void>
}

export interface ProofDeps {
  signUpProofs: SignUpProofs
  passwords: PasswordHasher
  rateLimits: RateLimits
}

export interface NewPasswordDeps extends ProofDeps {
  devices: Devices
}

export type ProofResult =
  { ok: true } | typeof notGood | { ok: false; code: 'current_password_wrong' } | TooManyAttempts

export type SetSignUpPasswordResult =
  { ok: true; deviceCookie: HostCookie | null } | typeof notGood | TooManyAttempts
