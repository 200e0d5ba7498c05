import * as z from 'zod/mini'
import { SECOND_MS } from '#src/shared/units.ts'
import { avatarKey, parseAvatarUrl } from '../avatars/avatar-name.ts'
import { DELETION_DELAY_SECONDS } from '../lifetimes.ts'
import { MAILS_PER_MAILBOX } from '../limits/limits.ts'
import { takeAttempt, type TooManyAttempts } from '../limits/rate-limits.ts'
import type { SignedIn } from '../sessions/admit-member.ts'
import { isToken, newToken, sha256Hex } from '../tokens.ts'
import type { Deps } from '../vendors/ports.ts'
import { provePassword, wrongPassword } from './prove-password.ts'

/** Everything held about a member but secrets, the picture included, to take along. */
export async function exportData(
  { sql, avatars }: Pick<Deps, 'sql' | 'avatars'>,
  { member }: SignedIn,
): Promise<ExportResult> {
  const name = member.avatarUrl ? parseAvatarUrl(member.avatarUrl) : null
  const [[row], picture] = await Promise.all([
    sql`SELECT export_account(${member.id}) AS data`,
    name && avatars.read(avatarKey(name)),
  ])
  const { data } = ExportRow.parse(row)
  if (!data) return { ok: false, code: 'not_signed_in' }
  const avatar = picture && { type: 'image/webp', base64: Buffer.from(picture).toString('base64') }
  return { ok: true, data: { ...data, avatar } }
}

/** Ends other sessions and has the account deleted in a day, unless a mailed link says otherwise. */
export async function requestDeletion(
  deps: Pick<Deps, 'sql' | 'passwords'>,
  signedIn: SignedIn,
  password: string,
): Promise<DeletionResult> {
  const { sql } = deps
  const proof = await provePassword(deps, signedIn, password)
  if (!proof.ok) return proof
  const { member, token: session } = signedIn
  const permit = await takeAttempt(sql, MAILS_PER_MAILBOX, member.email)
  if (!permit.ok) return permit

  const { token } = newToken()
  const [row] = await sql`
    SELECT extract(epoch FROM request_deletion(${member.id}, ${proof.passwordHash}, ${sha256Hex(session)},
      ${token}, make_interval(secs => ${DELETION_DELAY_SECONDS})))::float8 AS "dueAt"`
  const { dueAt } = DueRow.parse(row)
  return dueAt === null ? wrongPassword : { ok: true, dueAt: new Date(dueAt * SECOND_MS) }
}

/**
 * Undoes a deletion, for the holder of the link, and succeeds every time. It asks for no session: there may be none any
 * more.
 */
export async function keepAccount({ sql }: Pick<Deps, 'sql'>, token: string): Promise<KeepResult> {
  if (!isToken(token)) return notGood
  const [row] = await sql`SELECT keep_account(${sha256Hex(token)}) AS "isKept"`
  return KeepRow.parse(row).isKept ? { ok: true } : notGood
}

const notGood = { ok: false, code: 'keep_link_invalid' } as const

const ExportRow = z.object({ data: z.nullable(z.record(z.string(), z.unknown())) })
const DueRow = z.object({ dueAt: z.nullable(z.number()) })
const KeepRow = z.object({ isKept: z.boolean() })

export type ExportResult =
  | { ok: true; data: Record<string, unknown> }
  | { ok: false; code: 'not_signed_in' }
  | TooManyAttempts

export type DeletionResult = { ok: true; dueAt: Date } | typeof wrongPassword | TooManyAttempts

export type KeepResult = { ok: true } | typeof notGood
