import type { SignInForm } from '#src/shared/forms.ts'
import { normalizePassword } from './password.ts'
import type { Account, Accounts, ApprovalStatus, PasswordHasher, SessionCookie, Sessions } from './ports.ts'

/**
 * Signs an approved member in under a new session; the one this browser had before ends. An unknown e-mail and a
 * wrong password get the same answer after the same work, whatever the status: that is told only to whoever
 * knows the password.
 */
export async function signIn(deps: SignInDeps, form: SignInForm, browser: Browser): Promise<SignInResult> {
  const password = normalizePassword(form.password)
  const account = await deps.accounts.findByEmail(form.email)
  const isTheirs = await deps.passwords.verify(account?.passwordHash ?? null, password)
  if (!account || !isTheirs) return { ok: false, code: 'invalid_credentials' }
  if (account.approvalStatus !== 'approved') return { ok: false, code: refusal[account.approvalStatus] }

  await strengthenHash(deps, account, password)
  // Never adopted, always replaced: a token planted in the browser before sign-in is worth nothing after it.
  if (browser.sessionToken) await deps.sessions.end(browser.sessionToken)
  return { ok: true, cookie: await deps.sessions.start(account.id, { userAgent: browser.userAgent }) }
}

const refusal = {
  pending: 'account_pending',
  denied: 'account_denied',
} as const satisfies Record<Exclude<ApprovalStatus, 'approved'>, string>

async function strengthenHash(deps: SignInDeps, account: Account, password: string): Promise<void> {
  if (!deps.passwords.isOutdated(account.passwordHash)) return
  await deps.accounts.replacePasswordHash(
    account.id,
    account.passwordHash,
    await deps.passwords.hash(password),
  )
}

export interface SignInDeps {
  accounts: Accounts
  passwords: PasswordHasher
  sessions: Sessions
}

/** What the browser brought along besides the form. */
export interface Browser {
  sessionToken: string | null
  userAgent: string | null
}

export type SignInResult =
  | { ok: true; cookie: SessionCookie }
  | { ok: false; code: 'invalid_credentials' | 'account_pending' | 'account_denied' }
