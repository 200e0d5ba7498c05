import type { SignUpForm } from '#src/shared/forms.ts'
import { EMAIL_CONFIRMATION_SECONDS } from '../lifetimes.ts'
import { ALL_SIGN_UPS_PER_NETWORK, SIGN_UPS_PER_NETWORK } from '../limits/limits.ts'
import { networkOf } from '../limits/network.ts'
import { limitKey, takeAttempt, type TooManyAttempts } from '../limits/rate-limits.ts'
import { hostCookie, newToken, type HostCookie } from '../tokens.ts'
import type { Deps, Sql } from '../vendors/ports.ts'

/**
 * Creates a pending account and sends the mail that confirms its address. It signs nobody in: an administrator
 * decides first. Counted against the network until the address is confirmed. The browser is known by its cookie when it confirms the address. A program that fills in forms is told
 * the same as a person, and nothing is written or sent.
 */
export async function signUp(
  { sql, passwords, clock }: Pick<Deps, 'sql' | 'passwords' | 'clock'>,
  form: SignUpForm,
  { address }: { address: string },
): Promise<SignUpResult> {
  const browser = newToken()
  // For as long as the mailed link is good.
  const browserCookie = hostCookie('signUp', browser.token, EMAIL_CONFIRMATION_SECONDS)
  if (isFilledByProgram(form, clock())) return { ok: true, browserCookie }
  const network = networkOf(address)
  const permit = await takeAttempt(sql, [SIGN_UPS_PER_NETWORK, ALL_SIGN_UPS_PER_NETWORK], network)
  if (!permit.ok) return permit

  const passwordHash = await passwords.hash(form.password)
  const countedAs = limitKey(SIGN_UPS_PER_NETWORK, network)
  const isRegistered = await register(sql, form, { passwordHash, browserHash: browser.hash, countedAs })
  return isRegistered ? { ok: true, browserCookie } : { ok: false, code: 'email_taken' }
}

/** Nobody reads three fields, types into them and sends them faster than this. */
const SHORTEST_FILL_MS = 3000

/**
 * The honeypot: whether a program filled in the form, into a field that people do not see or faster than people type. A
 * clock that is ahead of ours makes no program of anybody, so a form from the future passes.
 */
function isFilledByProgram({ website, startedAt }: SignUpForm, nowMs: number): boolean {
  if (website) return true
  const elapsedMs = nowMs - (startedAt ?? Infinity)
  return elapsedMs >= 0 && elapsedMs < SHORTEST_FILL_MS
}

/**
 * Writes the account, its pending profile and what has to be told about it, all or nothing. The database decides who came
 * first: of two at once with one e-mail, one is told false.
 */
async function register(
  sql: Sql,
  { email, fullName }: SignUpForm,
  { passwordHash, browserHash, countedAs }: { passwordHash: string; browserHash: string; countedAs: string },
): Promise<boolean> {
  const { token, hash } = newToken()
  try {
    await sql`
      SELECT count_sign_up(
        register_member(${email}, ${passwordHash}, ${fullName},
          ${token}, ${hash}, make_interval(secs => ${EMAIL_CONFIRMATION_SECONDS}), ${browserHash}),
        ${countedAs})`
    return true
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'users_email_key') return false
    throw error
  }
}

export type SignUpResult =
  | { ok: true; browserCookie: HostCookie }
  | { ok: false; code: 'email_taken' }
  | TooManyAttempts
