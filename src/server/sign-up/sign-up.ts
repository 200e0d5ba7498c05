import type { SignUpForm } from '#src/shared/forms.ts'
import { EMAIL_CONFIRMATION_SECONDS } from '../lifetimes.ts'
import { SIGN_UPS_PER_NETWORK } from '../limits/limits.ts'
import { networkOf } from '../limits/network.ts'
import { takeAttempt, type TooManyAttempts } from '../limits/rate-limits.ts'
import { hostCookie, newToken, type HostCookie } from '../tokens.ts'
import type { Deps } from '../vendors/ports.ts'

/**
 * Creates a pending account and sends the mail that confirms its address. It signs no one in: an administrator decides
 * first. By its cookie the browser is known when it confirms the address. A program that fills in the field that people do
 * not see gets the same answer as a person, and nothing is written or sent.
 */
export async function signUp(
  { sql, passwords }: Pick<Deps, 'sql' | 'passwords'>,
  { email, password, fullName, website }: SignUpForm,
  { address }: { address: string },
): Promise<SignUpResult> {
  const browser = newToken()
  // For as long as the mailed link is good.
  const browserCookie = hostCookie('signUp', browser.token, EMAIL_CONFIRMATION_SECONDS)
  if (website) return { ok: true, browserCookie }
  const permit = await takeAttempt(sql, SIGN_UPS_PER_NETWORK, networkOf(address))
  if (!permit.ok) return permit

  const passwordHash = await passwords.hash(password)
  try {
    await sql`
      SELECT sign_up(${email}, ${passwordHash}, ${fullName}, ${browser.hash},
        make_interval(secs => ${EMAIL_CONFIRMATION_SECONDS}))`
    return { ok: true, browserCookie }
  } catch (error) {
    // The database decides who came first.
    if ((error as { constraint?: string }).constraint === 'users_email_key') {
      return { ok: false, code: 'email_taken' }
    }
    throw error
  }
}

export type SignUpResult =
  | { ok: true; browserCookie: HostCookie }
  | { ok: false; code: 'email_taken' }
  | TooManyAttempts
