import * as z from 'zod/mini'
import { deviceName } from '#src/shared/device-name.ts'
import { OptionalPasswordForm, PasskeyId } from '#src/shared/forms.ts'
import { confirmIdentity } from '../members/credentials.ts'
import { readDevice } from '../sessions/sessions.ts'
import type { SignedIn } from '../sessions/require-member.ts'
import { sha256Hex } from '../tokens.ts'
import type { Deps, Sql } from '../vendors/ports.ts'
import { challengeGone, passkeyRefused, storeChallenge, takeChallenge, verifyUse } from './challenges.ts'

/** A member's own passkeys. Each statement filters by the member, so other members' can't be reached. */

const MAX_PASSKEYS = 10

/** What a browser returns; the verifier checks the rest of it. */
export const PasskeyInput = z.object({
  response: z.looseObject({ id: PasskeyId, response: z.looseObject({ clientDataJSON: z.string() }) }),
})
export const PasskeyRemovalInput = z.extend(OptionalPasswordForm, { id: PasskeyId })

export type PasskeyInput = z.output<typeof PasskeyInput>
export type PasskeyRemovalInput = z.output<typeof PasskeyRemovalInput>

/** `isNeeded`: the member is an administrator, and the site wants a passkey of those. `isUsed`: this session has seen one. */
export async function listPasskeys({ sql }: Pick<Deps, 'sql'>, { member, token }: SignedIn) {
  const [[row], passkeys] = await Promise.all([
    sql`
      SELECT needs_passkey(${member.id}) AS "isNeeded", passkey_at IS NOT NULL AS "isUsed"
      FROM active_sessions WHERE id = ${sha256Hex(token)}`,
    readPasskeys(sql, member.id),
  ])
  return { ...RuleRow.parse(row ?? NO_SESSION), passkeys }
}

export async function startAdding(
  deps: Pick<Deps, 'sql' | 'passwords' | 'passkeys'>,
  signedIn: SignedIn,
  { currentPassword }: OptionalPasswordForm,
) {
  const { sql, passkeys } = deps
  const { member } = signedIn
  const proof = await confirmChange(deps, signedIn, currentPassword)
  if (!proof.ok) return proof
  const options = await passkeys.creationOptions(member, await readPasskeys(sql, member.id))
  return storeChallenge(sql, { purpose: 'add', memberId: member.id }, options)
}

/** Its challenge proves that the password was confirmed. Emails the member. */
export async function addPasskey(
  deps: Pick<Deps, 'sql' | 'passkeys'>,
  { member, token }: SignedIn,
  { response }: PasskeyInput,
  { userAgent }: { userAgent: string | null },
) {
  const challenge = await takeChallenge(deps, { purpose: 'add', memberId: member.id }, response)
  if (challenge === null) return challengeGone
  const created = await deps.passkeys.verifyCreation(response, challenge)
  if (!created) return passkeyRefused
  const { id, publicKey, counter, transports } = created
  const [row] = await deps.sql`
    SELECT add_passkey(${member.id}, ${sha256Hex(token)}, ${id}, ${Buffer.from(publicKey)}, ${counter}, ${transports},
      ${deviceName(readDevice(userAgent))}, ${MAX_PASSKEYS}) AS outcome`
  const { outcome } = AddedRow.parse(row)
  return outcome === 'added' ? ({ ok: true } as const) : ({ ok: false, code: outcome } as const)
}

/** Emails the member, and signs out other browsers that a passkey has signed in. Idempotent. */
export async function removePasskey(
  deps: Pick<Deps, 'sql' | 'passwords'>,
  signedIn: SignedIn,
  { id, currentPassword }: PasskeyRemovalInput,
) {
  const { member, token } = signedIn
  const proof = await confirmChange(deps, signedIn, currentPassword)
  if (!proof.ok) return proof
  const [row] = await deps.sql`SELECT remove_passkey(${member.id}, ${sha256Hex(token)}, ${id}) AS outcome`
  const { outcome } = RemovedRow.parse(row)
  return outcome === 'removed' ? ({ ok: true } as const) : ({ ok: false, code: outcome } as const)
}

export async function startConfirming(
  { sql, passkeys }: Pick<Deps, 'sql' | 'passkeys'>,
  { member }: SignedIn,
) {
  const options = await passkeys.requestOptions(await readPasskeys(sql, member.id))
  return storeChallenge(sql, { purpose: 'confirm', memberId: member.id }, options)
}

/** From now on, the session has seen a passkey, which for five minutes stands for the password. */
export async function confirmWithPasskey(
  deps: Pick<Deps, 'sql' | 'passkeys'>,
  { member, token }: SignedIn,
  { response }: PasskeyInput,
) {
  const passkey = await findPasskey(deps.sql, response.id)
  const isOwn = passkey?.userId === member.id
  const ceremony = { purpose: 'confirm', memberId: member.id } as const
  const use = await verifyUse(deps, ceremony, response, isOwn ? passkey : null)
  if (!use.ok) return use
  const confirmed = await deps.sql`
    UPDATE sessions SET passkey_at = now()
    WHERE id = ${sha256Hex(token)} AND user_id = (SELECT use_passkey(${response.id}, ${use.counter}))
    RETURNING 1`
  return confirmed.length > 0 ? ({ ok: true } as const) : passkeyRefused
}

export async function declinePasskey({ sql }: Pick<Deps, 'sql'>, { member }: SignedIn): Promise<void> {
  await sql`UPDATE users SET passkey_declined_at = now() WHERE id = ${member.id}`
}

/** null when there is none, or not any more. */
export async function findPasskey(sql: Sql, id: string) {
  const [row] = await sql`
    SELECT k.id, k.user_id AS "userId", u.email, k.public_key AS "publicKey", k.counter::float8 AS counter
    FROM passkeys k JOIN users u ON u.id = k.user_id WHERE k.id = ${id}`
  return row ? FoundRow.parse(row) : null
}

async function readPasskeys(sql: Sql, memberId: string) {
  const rows = await sql`
    SELECT id, name, transports, created_at AS "createdAt", last_used_at AS "lastUsedAt"
    FROM passkeys WHERE user_id = ${memberId} ORDER BY created_at DESC, id`
  return z.array(ListedRow).parse(rows)
}

// Otherwise a stolen password would be enough to replace the second factor.
async function confirmChange(
  deps: Pick<Deps, 'sql' | 'passwords'>,
  signedIn: SignedIn,
  currentPassword: string | undefined,
) {
  const [row] = await deps.sql`
    SELECT needs_passkey(${signedIn.member.id}) AND EXISTS (SELECT FROM passkeys WHERE user_id = ${signedIn.member.id}) AS "isNeeded"`
  if (row?.isNeeded === false) return confirmIdentity(deps, signedIn, currentPassword)
  const proof = await confirmIdentity(deps, signedIn, undefined)
  return proof.ok ? proof : ({ ok: false, code: 'passkey_needed' } as const)
}

const NO_SESSION = { isNeeded: false, isUsed: false }
const RuleRow = z.object({ isNeeded: z.boolean(), isUsed: z.boolean() })
const ListedRow = z.object({
  id: z.string(),
  name: z.string(),
  transports: z.array(z.string()),
  createdAt: z.date(),
  lastUsedAt: z.nullable(z.date()),
})
const FoundRow = z.object({
  id: z.string(),
  userId: z.string(),
  email: z.string(),
  publicKey: z.instanceof(Uint8Array),
  counter: z.number(),
})
const AddedRow = z.object({ outcome: z.enum(['added', 'passkeys_full', 'passkey_exists']) })
const RemovedRow = z.object({ outcome: z.enum(['removed', 'last_passkey']) })
