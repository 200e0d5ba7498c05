import * as z from 'zod/mini'
import { AVATAR_MAX_BYTES } from '#src/shared/limits.ts'
import { pictureType } from '#src/shared/picture-type.ts'
import { UPLOADS_PER_MEMBER } from '../limits/limits.ts'
import { takeAttempt, type TooManyAttempts } from '../limits/rate-limits.ts'
import { log } from '../log.ts'
import { admitMember, type MemberAdmission, type SignedIn } from '../sessions/admit-member.ts'
import type { Deps, Sql } from '../vendors/ports.ts'
import { avatarKey, avatarUrl, newVersion, parseAvatarUrl } from './avatar-name.ts'

/**
 * Gives a member this picture. The new one is stored under a new name, then the profile points at it, then the
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
  const decoded = await decodeOne(deps, member.id, file)
  if (!decoded.ok) return decoded

  const name = { memberId: member.id, version: newVersion(deps.clock()) }
  await deps.avatars.put(avatarKey(name), decoded.picture)
  // Should this fail, it may still have happened: the new picture stays where it is until it is swept.
  const isPointed = await point(deps, member.id, avatarUrl(name))
  return isPointed ? { ok: true, avatarUrl: avatarUrl(name) } : { ok: false, code: 'not_signed_in' }
}

export async function removeAvatar(
  deps: Pick<Deps, 'sql' | 'avatars'>,
  { member }: SignedIn,
): Promise<RemoveResult> {
  return (await point(deps, member.id, null)) ? { ok: true } : { ok: false, code: 'not_signed_in' }
}

/** A picture for any approved member to see, by its address; the gate's word for who asks is not taken. */
export async function readAvatar(
  deps: Pick<Deps, 'sessions' | 'avatars'>,
  token: string | null,
  url: string,
): Promise<AvatarReading> {
  const admission = await admitMember(deps, token)
  if (!admission.ok) return admission
  const name = parseAvatarUrl(url)
  const picture = name && (await deps.avatars.read(avatarKey(name)))
  return picture ? { ok: true, picture, version: name.version } : { ok: false, code: 'no_such_picture' }
}

/** When to try again while another picture of the member is being decoded: a full queue is nearly always done by then. */
const DECODING_RETRY_AFTER_SECONDS = 10

/** All members wait in one queue for the decoder, each at most once. A refusal for that costs no attempt. */
async function decodeOne(deps: UploadDeps, memberId: string, file: Uint8Array): Promise<DecodeResult> {
  const { decoding, pictures, sql } = deps
  if (decoding.has(memberId))
    return { ok: false, code: 'too_many_attempts', retryAfterSeconds: DECODING_RETRY_AFTER_SECONDS }
  decoding.add(memberId)
  try {
    const permit = await takeAttempt(sql, UPLOADS_PER_MEMBER, memberId)
    if (!permit.ok) return permit
    const picture = await pictures.toAvatar(file)
    return picture ? { ok: true, picture } : { ok: false, code: 'avatar_unreadable' }
  } finally {
    decoding.delete(memberId)
  }
}

/**
 * Has the profile of an approved member point at a picture, or at none; false for anybody else. The picture it pointed
 * at before is removed; should that fail, it is swept.
 */
async function point(
  { sql, avatars }: Pick<Deps, 'sql' | 'avatars'>,
  memberId: string,
  url: string | null,
): Promise<boolean> {
  const replaced = await replaceUrl(sql, memberId, url)
  const name = replaced?.url ? parseAvatarUrl(replaced.url) : null
  if (name) {
    await avatars.remove(avatarKey(name)).catch((error: unknown) => {
      log('error', { code: 'avatar_left_behind', error })
    })
  }
  return replaced !== null
}

async function replaceUrl(sql: Sql, memberId: string, url: string | null) {
  const [row] = await sql`SELECT replaced_url AS url FROM replace_avatar(${memberId}, ${url})`
  return row ? ReplacedRow.parse(row) : null
}

const ReplacedRow = z.object({ url: z.nullable(z.string()) })

export type UploadDeps = Pick<Deps, 'sql' | 'avatars' | 'pictures' | 'clock' | 'decoding'>

type DecodeResult =
  | { ok: true; picture: Uint8Array }
  | { ok: false; code: 'avatar_unreadable' }
  | TooManyAttempts

export type UploadResult =
  | { ok: true; avatarUrl: string }
  | { ok: false; code: 'avatar_too_large' | 'avatar_wrong_type' | 'avatar_unreadable' | 'not_signed_in' }
  | TooManyAttempts

export type AvatarReading =
  | { ok: true; picture: Uint8Array; version: string }
  | { ok: false; code: 'no_such_picture' }
  | Extract<MemberAdmission, { ok: false }>

export type RemoveResult = { ok: true } | { ok: false; code: 'not_signed_in' }
