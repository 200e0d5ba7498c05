import { MAILS_PER_MAILBOX } from '../limits/limits.ts'
import type { RateLimits, TooManyAttempts } from '../vendors/ports.ts'
import { isSecretToken } from '../auth/secret-token.ts'
import { parseAvatarUrl } from '../avatars/avatar-name.ts'
import { EXPORTS_PER_MEMBER } from './limits.ts'
import type { AccountData, AvatarStore, SignedIn } from './ports.ts'
import { provePassword, wrongPassword, type ProofDeps } from './prove-password.ts'

/** Everything held about a member, the picture included, to take along. */
export async function exportData(deps: ExportDeps, { member }: SignedIn): Promise<ExportResult> {
  const permit = await deps.rateLimits.take(EXPORTS_PER_MEMBER, member.id)
  if (!permit.ok) return permit

  const [data, picture] = await Promise.all([deps.accountData.read(member.id), readPicture(deps, member)])
  if (!data) return { ok: false, code: 'not_signed_in' }
  return { ok: true, data: { ...data, avatar: picture && { type: 'image/webp', base64: toBase64(picture) } } }
}

/** Has the account deleted in a day, unless a mailed link says otherwise. */
export async function requestDeletion(
  deps: ProofDeps & { accountData: AccountData },
  signedIn: SignedIn,
  password: string,
): Promise<DeletionResult> {
  const proof = await provePassword(deps, signedIn, password)
  if (!proof.ok) return proof
  const { member, token } = signedIn
  const permit = await deps.rateLimits.take(MAILS_PER_MAILBOX, member.email)
  if (!permit.ok) return permit

  const dueAt = await deps.accountData.requestDeletion(member.id, proof.passwordHash, token)
  return dueAt ? { ok: true, dueAt } : wrongPassword
}

/** Undoes a deletion, for the holder of the link. It asks for no session: there may be none any more. */
export async function keepAccount(deps: { accountData: AccountData }, token: string): Promise<KeepResult> {
  const isKept = isSecretToken(token) && (await deps.accountData.keep(token))
  return isKept ? { ok: true } : { ok: false, code: 'keep_link_invalid' }
}

async function readPicture(deps: ExportDeps, member: SignedIn['member']): Promise<Uint8Array | null> {
  const name = member.avatarUrl ? parseAvatarUrl(member.avatarUrl) : null
  return name && deps.avatars.read(name)
}

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

export interface ExportDeps {
  accountData: AccountData
  avatars: AvatarStore
  rateLimits: RateLimits
}

export type ExportResult =
  { ok: true; data: Record<string, unknown> } | { ok: false; code: 'not_signed_in' } | TooManyAttempts

export type DeletionResult = { ok: true; dueAt: Date } | typeof wrongPassword | TooManyAttempts

export type KeepResult = { ok: true } | { ok: false; code: 'keep_link_invalid' }
