import * as z from 'zod/mini'
import type { DeletionForm, ProfileForm } from '#src/shared/forms.ts'
import { viewerOf } from '#src/shared/viewer.ts'
import { avatarKey } from '../avatars/avatar.ts'
import { DELETION_DELAY_SECONDS } from '../lifetimes.ts'
import { MAILS_PER_MAILBOX } from '../limits/attempt-limits.ts'
import { countAttempt } from '../limits/rate-limits.ts'
import type { SignedIn } from '../sessions/require-member.ts'
import { isToken, newToken, sha256Hex } from '../tokens.ts'
import type { Deps } from '../vendors/ports.ts'
import { confirmIdentity, wrongPassword } from './credentials.ts'

export async function updateProfile(
  { sql }: Pick<Deps, 'sql'>,
  { member }: SignedIn,
  { fullName }: ProfileForm,
) {
  const [row] = await sql`
    UPDATE profiles SET full_name = ${fullName === undefined ? sql`full_name` : fullName}
    WHERE id = ${member.id} AND approval_status = 'approved'
    RETURNING full_name AS "fullName"`
  return row ? viewerOf({ ...member, ...ProfileRow.parse(row) }) : notSignedIn
}

export async function exportData({ sql, avatars }: Pick<Deps, 'sql' | 'avatars'>, { member }: SignedIn) {
  const key = avatarKey(member.avatarUrl)
  const [[row], picture] = await Promise.all([
    sql`SELECT export_account(${member.id}) AS data`,
    key && avatars.read(key),
  ])
  const { data } = ExportRow.parse(row)
  if (!data) return notSignedIn
  const avatar = picture && { type: 'image/webp', base64: Buffer.from(picture).toString('base64') }
  return { ...data, avatar }
}

export async function readDeletion({ sql }: Pick<Deps, 'sql'>, { member }: SignedIn) {
  const [row] = await sql`
    SELECT due_at AS "dueAt", requested_by IS NULL AS "isOwn" FROM account_deletions
    WHERE user_id = ${member.id} AND cancelled_at IS NULL`
  return row ? DeletionRow.parse(row) : null
}

/**
 * Schedules the deletion of the account, ends other sessions and emails a link that cancels it. The last administrator can't
 * leave, and an administrator's deletion stands.
 */
export async function requestDeletion(
  deps: Pick<Deps, 'sql' | 'passwords'>,
  signedIn: SignedIn,
  { password }: DeletionForm,
) {
  const { sql } = deps
  const proof = await confirmIdentity(deps, signedIn, password)
  if (!proof.ok) return proof
  const { member, token: session } = signedIn
  const permit = await countAttempt(sql, MAILS_PER_MAILBOX, member.email)
  if (!permit.ok) return permit

  const { token } = newToken()
  const [row] = await sql`
    SELECT due_at AS "dueAt", refusal FROM request_deletion(${member.id}, ${proof.passwordHash}, ${sha256Hex(session)}, ${token},
      make_interval(secs => ${DELETION_DELAY_SECONDS}))`
  if (!row) return wrongPassword
  const { dueAt, refusal } = DueRow.parse(row)
  return dueAt ? ({ ok: true, dueAt } as const) : ({ ok: false, code: refusal } as const)
}

/**
 * Cancels a deletion, for anyone with the link. Idempotent. Needs no session, because the member may be signed out.
 */
export async function cancelDeletion({ sql }: Pick<Deps, 'sql'>, { token }: { token: string }) {
  const invalidLink = { ok: false, code: 'keep_link_invalid' } as const
  if (!isToken(token)) return invalidLink
  const kept = await sql`
    UPDATE account_deletions SET cancelled_at = coalesce(cancelled_at, now()) WHERE token_hash = ${sha256Hex(token)} RETURNING user_id`
  return kept.length > 0 ? ({ ok: true } as const) : invalidLink
}

/** Cancels a deletion that the member asked for. Idempotent. */
export async function cancelOwnDeletion({ sql }: Pick<Deps, 'sql'>, { member }: SignedIn) {
  const [decided] = await sql`
    WITH own AS (
      UPDATE account_deletions SET cancelled_at = now()
      WHERE user_id = ${member.id} AND cancelled_at IS NULL AND requested_by IS NULL
    )
    SELECT user_id FROM account_deletions
    WHERE user_id = ${member.id} AND cancelled_at IS NULL AND requested_by IS NOT NULL`
  return decided ? ({ ok: false, code: 'deletion_decided' } as const) : ({ ok: true } as const)
}

const notSignedIn = { ok: false, code: 'not_signed_in' } as const

const ProfileRow = z.object({ fullName: z.nullable(z.string()) })
const ExportRow = z.object({ data: z.nullable(z.record(z.string(), z.unknown())) })
/** `isOwn`: the member requested it, not an administrator. */
const DeletionRow = z.object({ dueAt: z.date(), isOwn: z.boolean() })
const DueRow = z.union([
  z.object({ dueAt: z.date(), refusal: z.null() }),
  z.object({ dueAt: z.null(), refusal: z.enum(['last_admin', 'deletion_decided']) }),
])
