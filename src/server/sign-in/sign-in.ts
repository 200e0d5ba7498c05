import * as z from 'zod/mini'
import type { SignInForm } from '#src/shared/forms.ts'
import type { Email } from '#src/shared/people/person.ts'
import { DEVICE_SECONDS, MAX_DEVICES_PER_MEMBER } from '../lifetimes.ts'
import { SIGN_INS_PER_DEVICE, SIGN_INS_PER_EMAIL, SIGN_INS_PER_NETWORK } from '../limits/attempt-limits.ts'
import { networkOf } from '../limits/network.ts'
import * as rateLimits from '../limits/rate-limits.ts'
import { approvalStatuses } from '../member.ts'
import type { Cookie } from '../cookies.ts'
import { isToken, newToken, sha256Hex } from '../tokens.ts'
import type { Deps, Sql } from '../vendors/ports.ts'

/**
 * Signs an approved member in under a new session, and ends the browser's previous one. An unknown address and a wrong password
 * get the same response after the same work. Only a correct password reveals the approval status.
 */
export async function signIn(deps: SignInDeps, form: SignInForm, browser: Browser) {
  const { sessions } = deps
  const checked = await checkPassword(deps, form, browser)
  if (!checked.ok) return checked
  const { account, isKnownBrowser } = checked
  if (account.status !== 'approved') return { ok: false, code: `account_${account.status}` } as const

  const passwordHash = await rehashIfOutdated(deps, account, form.password)
  const { userAgent } = browser
  const cookies = await replaceSession(deps, { account, isKnownBrowser }, browser, () =>
    sessions.start(account.id, { passwordHash, userAgent }),
  )
  if (!cookies) return { ok: false, code: 'invalid_credentials' } as const
  return { ok: true, cookies, offersPasskey: account.offersPasskey } as const
}

/** Ends the browser's previous session and starts another. @returns the cookies; null when none was started. */
export async function replaceSession(
  { sql, sessions }: Pick<Deps, 'sql' | 'sessions'>,
  { account, isKnownBrowser }: Pick<Attempt, 'isKnownBrowser'> & { account: Account },
  browser: Browser,
  start: () => Promise<Cookie | null>,
) {
  // Against session fixation: a token that was in the browser before the sign-in becomes worthless.
  if (browser.sessionToken) await sessions.end(browser.sessionToken)
  const session = await start()
  if (!session) return null
  const device = isKnownBrowser ? null : await rememberBrowser(sql, account.id)
  return { session, device }
}

/** Checks a password within the limits of signing in. An unknown address and a wrong password get the same response. */
export async function checkPassword(
  { sql, passwords }: Pick<Deps, 'sql' | 'passwords'>,
  { email, password }: SignInForm,
  browser: Browser,
) {
  const { account, isKnownBrowser, counted, permit } = await beginAttempt(sql, email, browser)
  if (!permit.ok) return permit

  const isRight = await passwords.verify(account?.passwordHash ?? null, password)
  const settled = await rateLimits.recordPasswordAttempt(sql, counted, isRight)
  if (!settled.ok) return settled
  if (!account || !isRight) return { ok: false, code: 'invalid_credentials' } as const
  return { ok: true, account, isKnownBrowser } as const
}

/**
 * What an attempt to sign in to an address is counted by, and whether one is allowed now. A browser that has signed in to the account
 * before has its own limit, so that attacks on the address or from the network don't lock the owner out (OWASP: Device Cookies).
 */
export async function beginAttempt(sql: Sql, email: Email, { address, deviceToken }: Browser) {
  const device = deviceToken && isToken(deviceToken) ? deviceToken : ''
  const onDevice: rateLimits.Counted[] = [[SIGN_INS_PER_DEVICE, device]]
  const anywhere: rateLimits.Counted[] = [
    [SIGN_INS_PER_NETWORK, networkOf(address)],
    [SIGN_INS_PER_EMAIL, email],
  ]
  const [row] = await rateLimits.failClosed(sql`
    SELECT u.id, u.password_hash AS "passwordHash",
      CASE WHEN p.approval_status = 'pending' AND u.email_confirmed_at IS NULL THEN 'unconfirmed' ELSE p.approval_status END AS status,
      u.passkey_declined_at IS NULL AND NOT EXISTS (SELECT FROM passkeys k WHERE k.user_id = u.id) AS "offersPasskey",
      d.id IS NOT NULL AS "isKnownBrowser",
      extract(epoch FROM CASE WHEN d.id IS NULL THEN ${rateLimits.timeToWait(sql, anywhere)} ELSE ${rateLimits.timeToWait(sql, onDevice)} END)::float8
        AS "secondsToWait"
    FROM (VALUES (${email})) AS asked (email)
    LEFT JOIN users u ON u.email = asked.email AND u.password_hash IS NOT NULL
    LEFT JOIN profiles p ON p.id = u.id
    LEFT JOIN known_devices d ON d.id = ${sha256Hex(device)} AND d.user_id = u.id`)
  const { isKnownBrowser } = AttemptRow.parse(row)
  const counted = isKnownBrowser ? onDevice : anywhere
  const account = row?.id === null ? null : Account.parse(row)
  return { account, isKnownBrowser, counted, permit: rateLimits.toPermit(row) }
}

/** Makes this browser a known one. @returns its cookie. */
export async function rememberBrowser(sql: Sql, memberId: string): Promise<Cookie> {
  const { token, hash } = newToken()
  // The deletion doesn't see the new row.
  await sql`
    WITH added AS (INSERT INTO known_devices (id, user_id) VALUES (${hash}, ${memberId}))
    DELETE FROM known_devices WHERE user_id = ${memberId} AND id NOT IN (
      SELECT id FROM known_devices WHERE user_id = ${memberId}
      ORDER BY first_seen_at DESC, id LIMIT ${MAX_DEVICES_PER_MEMBER - 1})`
  return { name: 'device', value: token, maxAge: DEVICE_SECONDS }
}

async function rehashIfOutdated({ sql, passwords }: SignInDeps, account: Account, password: string) {
  const { id, passwordHash } = account
  if (!passwords.isOutdated(passwordHash)) return passwordHash
  const replacement = await passwords.hash(password)
  // No effect if the hash has changed, so that a newer password is never overwritten.
  await sql`UPDATE users SET password_hash = ${replacement} WHERE id = ${id} AND password_hash = ${passwordHash}`
  return replacement
}

// Fails closed: an unexpected row is an error, never an approval.
const Account = z.object({
  id: z.string(),
  passwordHash: z.string(),
  status: z.enum(['unconfirmed', ...approvalStatuses]),
  /** They have none, and haven't said that they want none. */
  offersPasskey: z.boolean(),
})
type Account = z.output<typeof Account>

type Attempt = Awaited<ReturnType<typeof beginAttempt>>

const AttemptRow = z.object({ isKnownBrowser: z.boolean() })

type SignInDeps = Pick<Deps, 'sql' | 'passwords' | 'sessions'>

export interface Browser {
  address: string
  sessionToken: string | null
  deviceToken: string | null
  userAgent: string | null
}
