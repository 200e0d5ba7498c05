import * as z from 'zod/mini'
import type { SignInForm } from '#src/shared/forms.ts'
import type { Email } from '#src/shared/people/person.ts'
import { DEVICE_SECONDS, MAX_DEVICES_PER_MEMBER } from '../lifetimes.ts'
import { SIGN_INS_PER_DEVICE, SIGN_INS_PER_EMAIL, SIGN_INS_PER_NETWORK } from '../limits/attempt-limits.ts'
import { coarseNetworkOf, networkOf } from '../limits/network.ts'
import { resetAttempts, refundAttempt, takeAttempt, type TooManyAttempts } from '../limits/rate-limits.ts'
import { approvalStatuses } from '../member.ts'
import { hostCookie, isToken, newToken, sha256Hex, type HostCookie } from '../tokens.ts'
import type { Deps, Sql } from '../vendors/ports.ts'

/**
 * Signs an approved member in under a new session, and ends the browser's previous one. An unknown address and a wrong password
 * get the same answer after the same work. Only a correct password reveals the approval status.
 */
export async function signIn(deps: SignInDeps, form: SignInForm, browser: Browser): Promise<SignInResult> {
  const { sql, passwords, sessions } = deps
  const admission = await countAttempt(sql, form.email, browser)
  if (!admission.ok) return admission

  const account = await findAccount(sql, form.email)
  const isCorrect = await passwords.verify(account?.passwordHash ?? null, form.password)
  if (!account || !isCorrect) return { ok: false, code: 'invalid_credentials' }
  await admission.refund()
  if (account.approvalStatus !== 'approved') return { ok: false, code: `account_${account.approvalStatus}` }

  const passwordHash = await rehashIfOutdated(deps, account, form.password)
  // Against session fixation: a token that was in the browser before the sign-in becomes worthless.
  if (browser.sessionToken) await sessions.end(browser.sessionToken)
  const { userAgent, address } = browser
  const cookie = await sessions.start(account.id, {
    passwordHash,
    userAgent,
    network: coarseNetworkOf(address),
  })
  if (!cookie) return { ok: false, code: 'invalid_credentials' }

  const deviceCookie = admission.onKnownBrowser ? null : await rememberBrowser(sql, account.id)
  return { ok: true, cookie, deviceCookie }
}

/**
 * Counts the attempt as a wrong password before verifying it, so that concurrent attempts can't exceed the limit; `refund`
 * corrects that for a correct one.
 *
 * A known browser has its own limit, so that attacks on the address or from the network don't lock the owner out.
 */
async function countAttempt(sql: Sql, email: Email, browser: Browser): Promise<Admission | TooManyAttempts> {
  const { address, deviceToken } = browser
  if (deviceToken && (await isKnownBrowser(sql, deviceToken, email))) {
    const permit = await takeAttempt(sql, SIGN_INS_PER_DEVICE, deviceToken)
    if (!permit.ok) return permit
    const refund = () => resetAttempts(sql, SIGN_INS_PER_DEVICE, deviceToken)
    return { ok: true, onKnownBrowser: true, refund }
  }

  const counted = [
    [SIGN_INS_PER_NETWORK, networkOf(address)],
    [SIGN_INS_PER_EMAIL, email],
  ] as const
  // Sequential, so that a blocked network doesn't extend an account's backoff.
  for (const [limit, subject] of counted) {
    const permit = await takeAttempt(sql, limit, subject)
    if (!permit.ok) return permit
  }
  return {
    ok: true,
    onKnownBrowser: false,
    async refund() {
      await Promise.all(counted.map(([limit, subject]) => refundAttempt(sql, limit, subject)))
    },
  }
}

/** Whether this address has signed in with this browser before (OWASP: Device Cookies). */
export async function isKnownBrowser(sql: Sql, token: string, email: Email): Promise<boolean> {
  if (!isToken(token)) return false
  const rows = await sql`
    SELECT FROM known_devices d JOIN users u ON u.id = d.user_id
    WHERE d.id = ${sha256Hex(token)} AND u.email = ${email}`
  return rows.length > 0
}

/** Makes this browser a known one. @returns its cookie. */
export async function rememberBrowser(sql: Sql, memberId: string): Promise<HostCookie> {
  const { token, hash } = newToken()
  await sql`SELECT remember_device(${hash}, ${memberId}, ${MAX_DEVICES_PER_MEMBER})`
  return hostCookie('device', token, DEVICE_SECONDS)
}

/** @returns the account's current hash. */
async function rehashIfOutdated({ sql, passwords }: SignInDeps, account: Account, password: string) {
  const { id, passwordHash } = account
  if (!passwords.isOutdated(passwordHash)) return passwordHash
  const replacement = await passwords.hash(password)
  // No effect if the hash has changed, so that a newer password is never overwritten.
  await sql`UPDATE users SET password_hash = ${replacement} WHERE id = ${id} AND password_hash = ${passwordHash}`
  return replacement
}

/** null also for an invited person without a password. */
async function findAccount(sql: Sql, email: Email): Promise<Account | null> {
  const [row] = await sql`
    SELECT u.id, u.password_hash AS "passwordHash", p.approval_status AS "approvalStatus"
    FROM users u JOIN profiles p ON p.id = u.id
    WHERE u.email = ${email} AND u.password_hash IS NOT NULL`
  return row ? Account.parse(row) : null
}

/** Anything else from the database is an error, never an approval. */
const Account = z.object({
  id: z.string(),
  passwordHash: z.string(),
  approvalStatus: z.enum(approvalStatuses),
})
type Account = z.output<typeof Account>

interface Admission {
  ok: true
  onKnownBrowser: boolean
  /** Call it if the password was correct. Earlier attempts stay counted, but not those of a known browser. */
  refund: () => Promise<void>
}

type SignInDeps = Pick<Deps, 'sql' | 'passwords' | 'sessions'>

export interface Browser {
  /** From the platform, never from a header. */
  address: string
  sessionToken: string | null
  deviceToken: string | null
  userAgent: string | null
}

export type SignInResult =
  | { ok: true; cookie: HostCookie; deviceCookie: HostCookie | null }
  | { ok: false; code: 'invalid_credentials' | 'account_pending' | 'account_denied' }
  | TooManyAttempts
