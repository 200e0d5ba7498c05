import * as z from 'zod/mini'
import { PASSWORD_PROOFS_PER_MEMBER } from '../limits/limits.ts'
import { giveBackAttempt, takeAttempt, type TooManyAttempts } from '../limits/rate-limits.ts'
import type { SignedIn } from '../sessions/admit-member.ts'
import type { Deps } from '../vendors/ports.ts'

/**
 * Asks a signed-in member for the password once more, before what a stranger at an unlocked browser must not do. Counted
 * before the work as a wrong one; the right one is taken back.
 *
 * @returns the hash that it was proven against: the next statement names it, so that a newer password is never undone.
 */
export async function provePassword(
  { sql, passwords }: Pick<Deps, 'sql' | 'passwords'>,
  { member }: SignedIn,
  typed: string,
): Promise<PasswordProof> {
  const permit = await takeAttempt(sql, PASSWORD_PROOFS_PER_MEMBER, member.id)
  if (!permit.ok) return permit

  const [row] = await sql`SELECT password_hash AS "passwordHash" FROM users WHERE id = ${member.id}`
  const passwordHash = row ? HashRow.parse(row).passwordHash : null
  const isTheirs = await passwords.verify(passwordHash, typed)
  if (!passwordHash || !isTheirs) return wrongPassword
  await giveBackAttempt(sql, PASSWORD_PROOFS_PER_MEMBER, member.id)
  return { ok: true, passwordHash }
}

/** Also the answer when the password changed while it was being proven. */
export const wrongPassword = { ok: false, code: 'current_password_wrong' } as const

const HashRow = z.object({ passwordHash: z.string() })

type PasswordProof = { ok: true; passwordHash: string } | typeof wrongPassword | TooManyAttempts
