import { AVATAR_MAX_BYTES } from '#src/shared/limits.ts'
import type { RateLimits, TooManyAttempts } from '../vendors/ports.ts'
import { avatarUrl, newVersion, parseAvatarUrl } from './avatar-name.ts'
import { UPLOAD_RETRY_AFTER_SECONDS, UPLOADS_PER_MEMBER } from '../members/limits.ts'
import { pictureType } from '#src/shared/picture-type.ts'
import type { AvatarDeps, KeyedLock, SignedIn } from '../members/ports.ts'

/**
 * Gives a member this picture. The new one is stored under a name of its own, then the profile points at it, then the
 * one that it replaced is removed: wherever this ends, the profile points at a whole picture, and what nothing points
 * at is swept.
 */
export async function uploadAvatar(
  deps: UploadDeps,
  { member }: SignedIn,
  file: Uint8Array,
): Promise<UploadResult> {
  if (file.length > AVATAR_MAX_BYTES) return { ok: false, code: 'avatar_too_large' }
  if (!pictureType(file)) return { ok: false, code: 'avatar_wrong_type' }
  // All members wait in one queue for the decoder, and nobody may stand in it twice.
  const decoded = await deps.decodeLock.tryRun(member.id, () => decode(deps, member.id, file))
  if (!decoded) return decodingAnother
  if (!decoded.ok) return decoded

  const name = { memberId: member.id, version: newVersion(deps.clock(), deps.randomHex) }
  await deps.avatars.put(name, decoded.picture)
  const url = avatarUrl(name)
  // Should this fail, it may have happened all the same: the new picture stays where it is until it is swept.
  const replaced = await deps.profiles.replaceAvatar(member.id, url)
  if (!replaced) return { ok: false, code: 'not_signed_in' }
  await removeReplaced(deps, replaced.replacedUrl)
  return { ok: true, avatarUrl: url }
}

export async function removeAvatar(deps: AvatarDeps, { member }: SignedIn): Promise<RemoveResult> {
  const replaced = await deps.profiles.replaceAvatar(member.id, null)
  if (!replaced) return { ok: false, code: 'not_signed_in' }
  await removeReplaced(deps, replaced.replacedUrl)
  return { ok: true }
}

async function decode(deps: UploadDeps, memberId: string, file: Uint8Array): Promise<DecodeResult> {
  const permit = await deps.rateLimits.take(UPLOADS_PER_MEMBER, memberId)
  if (!permit.ok) return permit
  const picture = await deps.pictures.toAvatar(file)
  return picture ? { ok: true, picture } : { ok: false, code: 'avatar_unreadable' }
}

/** It cost nothing and is not counted: a second press must not use up the uploads of ten minutes. */
const decodingAnother: TooManyAttempts = {
  ok: false,
  code: 'too_many_attempts',
  retryAfterSeconds: UPLOAD_RETRY_AFTER_SECONDS,
}

/** What is left behind is swept; the member has their picture already and waits for nothing. */
async function removeReplaced(deps: AvatarDeps, url: string | null): Promise<void> {
  const name = url ? parseAvatarUrl(url) : null
  if (!name) return
  await deps.avatars.remove(name).catch((cause: unknown) => {
    deps.report('avatar_left_behind', cause)
  })
}

export type UploadDeps = AvatarDeps & { rateLimits: RateLimits; decodeLock: KeyedLock }

type DecodeResult =
  { ok: true; picture: Uint8Array } | { ok: false; code: 'avatar_unreadable' } | TooManyAttempts

export type UploadResult =
  | { ok: true; avatarUrl: string }
  | { ok: false; code: 'avatar_too_large' | 'avatar_wrong_type' | 'avatar_unreadable' | 'not_signed_in' }
  | TooManyAttempts

export type RemoveResult = { ok: true } | { ok: false; code: 'not_signed_in' }
