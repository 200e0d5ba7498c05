import * as z from 'zod/mini'
import type { ProofForm, ResetPasswordForm } from '#src/shared/forms.ts'
import {
  type Limit,
  RESETS_PER_NETWORK,
  SIGN_INS_PER_NETWORK,
  SIGN_UP_PROOFS_PER_ACCOUNT,
} from '../limits/limits.ts'
import { networkOf } from '../limits/network.ts'
import { giveBackAttempt, takeAttempt, type TooManyAttempts } from '../limits/rate-limits.ts'
import { rememberBrowser } from '../sign-in/known-browsers.ts'
import { isToken, sha256Hex, type HostCookie } from '../tokens.ts'
import type { Deps, Sql } from '../vendors/ports.ts'

/**
 * Proves that the holder of the mailed link knows the password of the sign-up: anybody can sign up with
 * anybody's address. Who is expected is let in by it. Counted as a wrong password before the work; the right one is taken back.
 */
export async function proveSignUp(
  { sql, passwords }: ProofDeps,
  { token, password }: ProofForm,
  { address }: { address: string },
): Promise<ProofResult> {
  const network = networkOf(address)
  const admission = await admitProof(sql, token, network, SIGN_INS_PER_NETWORK)
  if (!admission.ok) return admission

  const { account } = admission
  if (!(await passwords.verify(account.passwordHash, password))) {
    return { ok: false, code: 'current_password_wrong' }
  }
  await Promise.all([
    giveBackAttempt(sql, SIGN_INS_PER_NETWORK, network),
    giveBackAttempt(sql, SIGN_UP_PROOFS_PER_ACCOUNT, account.id),
  ])
  return (await markProven(sql, token, account.passwordHash)) ? { ok: true } : notGood
}

/**
 * Replaces a password that nobody at the mailbox ever proved, and confirms the address: for somebody who forgot it, or
 * whose address a stranger signed up with. It signs nobody in, but this browser counts as the owner's from now on.
 */
export async function setSignUpPassword(
  { sql, passwords }: ProofDeps,
  { token, password }: ResetPasswordForm,
  { address }: { address: string },
): Promise<SetSignUpPasswordResult> {
  const admission = await admitProof(sql, token, networkOf(address), RESETS_PER_NETWORK)
  if (!admission.ok) return admission
  if (!admission.account.takesPassword) return notGood

  const memberId = await setPassword(sql, token, await passwords.hash(password))
  if (!memberId) return notGood
  // The password is set, and nothing that fails from here on may say otherwise.
  return { ok: true, deviceCookie: await rememberBrowser(sql, memberId).catch(() => null) }
}

/** Counts an attempt by network and by account; only who holds the link can use the account's up. */
async function admitProof(
  sql: Sql,
  token: string,
  network: string,
  perNetwork: Limit,
): Promise<{ ok: true; account: UnprovenAccount } | typeof notGood | TooManyAttempts> {
  if (!isToken(token)) return notGood
  const permit = await takeAttempt(sql, perNetwork, network)
  if (!permit.ok) return permit
  const account = await findAccount(sql, token)
  if (!account) return notGood
  const accountPermit = await takeAttempt(sql, SIGN_UP_PROOFS_PER_ACCOUNT, account.id)
  return accountPermit.ok ? { ok: true, account } : accountPermit
}

/** The account that the link confirms the address of; null when the link is not good. */
async function findAccount(sql: Sql, token: string): Promise<UnprovenAccount | null> {
  const [row] = await sql`
    SELECT u.id, u.password_hash AS "passwordHash", takes_first_password(u.id) AS "takesPassword"
    FROM email_confirmation_tokens t JOIN users u ON u.id = t.user_id
    WHERE t.token_hash = ${sha256Hex(token)} AND t.expires_at > now()`
  return row ? UnprovenAccount.parse(row) : null
}

/** False when the link is not good or the password is another by now. */
async function markProven(sql: Sql, token: string, passwordHash: string): Promise<boolean> {
  const [row] = await sql`SELECT prove_sign_up(${sha256Hex(token)}, ${passwordHash}) AS "isProven"`
  return ProofRow.parse(row).isProven
}

/** The member's id; null when the link no longer allows it, as for all but one who try at once. */
async function setPassword(sql: Sql, token: string, passwordHash: string): Promise<string | null> {
  const [row] = await sql`SELECT set_sign_up_password(${sha256Hex(token)}, ${passwordHash}) AS "memberId"`
  return PasswordRow.parse(row).memberId
}

const UnprovenAccount = z.object({
  id: z.string(),
  passwordHash: z.string(),
  /** Whether the link may still set a password: none has been proven and there was no decision about the account. */
  takesPassword: z.boolean(),
})
type UnprovenAccount = z.output<typeof UnprovenAccount>
const ProofRow = z.object({ isProven: z.boolean() })
const PasswordRow = z.object({ memberId: z.nullable(z.string()) })

const notGood = { ok: false, code: 'confirmation_failed' } as const

type ProofDeps = Pick<Deps, 'sql' | 'passwords'>

export type ProofResult =
  | { ok: true }
  | typeof notGood
  | { ok: false; code: 'current_password_wrong' }
  | TooManyAttempts

export type SetSignUpPasswordResult =
  | { ok: true; deviceCookie: HostCookie | null }
  | typeof notGood
  | TooManyAttempts
