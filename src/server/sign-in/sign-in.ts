import type { SignInForm } from '#src/shared/forms.ts'
import { admitSignIn } from '../auth/admit-sign-in.ts'
import { approvalRefusals } from '../auth/approval-refusals.ts'
import { normalizePassword } from '../auth/password.ts'
import type {
  Account,
  Accounts,
  Devices,
  HostCookie,
  PasswordHasher,
  RateLimits,
  Sessions,
  TooManyAttempts,
  Visitor,
} from '../vendors/ports.ts'

/**
 * Signs an approved member in under a new session; the one this browser had before ends. An unknown e-mail and a
 * wrong password get the same answer after the same work, whatever the status: that is told only to whoever
 * knows the password.
 */
export async function signIn(deps: SignInDeps, form: SignInForm, browser: Browser): Promise<SignInResult> {
  const admission = await admitSignIn(deps, form.email, browser)
  if (!admission.ok) return admission

  const password = normalizePassword(form.password)
  const account = await deps.accounts.findByEmail(form.email)
  const isTheirs = await deps.passwords.verify(account?.passwordHash ?? null, password)
  if (!account || !isTheirs) return { ok: false, code: 'invalid_credentials' }
  await admission.settle()
  if (account.approvalStatus !== 'approved')
    return { ok: false, code: approvalRefusals[account.approvalStatus] }

  const passwordHash = await strengthenHash(deps, account, password)
  // Never adopted, always replaced: a token planted in the browser before sign-in is worth nothing after it.
  if (browser.sessionToken) await deps.sessions.end(browser.sessionToken)
  const cookie = await deps.sessions.start(account.id, { passwordHash, userAgent: browser.userAgent })
  if (!cookie) return { ok: false, code: 'invalid_credentials' }

  const deviceCookie = admission.onKnownDevice ? null : await deps.devices.remember(account.id)
  return { ok: true, cookie, deviceCookie }
}

/** @returns the hash that is the account's from now on. */
async function strengthenHash(deps: SignInDeps, account: Account, password: string): Promise<string> {
  if (!deps.passwords.isOutdated(account.passwordHash)) return account.passwordHash
  const replacement = await deps.passwords.hash(password)
  await deps.accounts.replacePasswordHash(account.id, account.passwordHash, replacement)
  return replacement
}

export interface SignInDeps {
  accounts: Accounts
  passwords: PasswordHasher
  sessions: Sessions
  devices: Devices
  rateLimits: RateLimits
}

/** What the browser brought along besides the form. */
export interface Browser extends Visitor {
  sessionToken: string | null
  deviceToken: string | null
  userAgent: string | null
}

export type SignInResult =
  | { ok: true; cookie: HostCookie; deviceCookie: HostCookie | null }
  | { ok: false; code: 'invalid_credentials' | 'account_pending' | 'account_denied' }
  | TooManyAttempts
