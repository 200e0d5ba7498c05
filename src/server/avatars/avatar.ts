import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { AVATAR_MAX_BYTES } from '#src/shared/field-limits.ts'
import { pictureRefusal } from '#src/shared/picture-type.ts'
import { log } from '../log.ts'
import { admitMember, type SignedIn } from '../sessions/admit-member.ts'
import type { Deps } from '../vendors/ports.ts'

/**
 * Sets a member's picture: stores it under a new key, updates the profile, then deletes the old one. A crash at any step leaves
 * a valid profile; the sweep deletes orphans.
 */
export async function uploadAvatar(deps: UploadDeps, { member }: SignedIn, file: Uint8Array) {
  if (file.length > AVATAR_MAX_BYTES) return { ok: false, code: 'avatar_too_large' } as const
  const refusal = pictureRefusal(file)
  if (refusal) return { ok: false, code: refusal } as const
  const decoded = await decodeOncePerMember(deps, member.id, file)
  if (!decoded.ok) return decoded

  const name = { memberId: member.id, version: newVersion(deps.clock()) }
  await deps.avatars.put(avatarKey(name), decoded.picture)
  // If this fails, it may still have been committed, so the new picture stays.
  const isSet = await setAvatar(deps, member.id, avatarUrl(name))
  return isSet ? ({ ok: true, avatarUrl: avatarUrl(name) } as const) : notSignedIn
}

export async function removeAvatar(deps: Pick<Deps, 'sql' | 'avatars'>, { member }: SignedIn) {
  return (await setAvatar(deps, member.id, null)) ? ({ ok: true } as const) : notSignedIn
}

const notSignedIn = { ok: false, code: 'not_signed_in' } as const

/** A picture, for any approved member. Checks the session again, because requests may bypass the gate. */
export async function readAvatar(
  deps: Pick<Deps, 'sessions' | 'avatars'>,
  token: string | null,
  url: string,
) {
  const admission = await admitMember(deps, token)
  if (!admission.ok) return admission
  const name = parseAvatarUrl(url)
  const picture = name && (await deps.avatars.read(avatarKey(name)))
  if (!picture) return { ok: false, code: 'no_such_picture' } as const
  return { ok: true, picture, version: name.version } as const
}

/** Time in which even a full queue is nearly always done. */
const DECODING_RETRY_AFTER_SECONDS = 10

/** Decodes at most one picture per member at a time, so that no member fills the queue. */
async function decodeOncePerMember(deps: UploadDeps, memberId: string, file: Uint8Array) {
  const { decoding, pictures } = deps
  if (decoding.has(memberId))
    return { ok: false, code: 'too_many_attempts', retryAfterSeconds: DECODING_RETRY_AFTER_SECONDS } as const
  decoding.add(memberId)
  try {
    const picture = await pictures.toAvatar(file)
    return picture ? ({ ok: true, picture } as const) : ({ ok: false, code: 'avatar_unreadable' } as const)
  } finally {
    decoding.delete(memberId)
  }
}

/**
 * Sets or clears the picture of an approved member; false for anyone else. Deletes the old picture; if that fails, the sweep
 * does.
 */
async function setAvatar(
  { sql, avatars }: Pick<Deps, 'sql' | 'avatars'>,
  memberId: string,
  url: string | null,
): Promise<boolean> {
  // Locked first, so that each of several uploads at once gets the picture that it replaced.
  const [row] = await sql`
    UPDATE profiles p SET avatar_url = ${url}
    FROM (SELECT id, avatar_url FROM profiles WHERE id = ${memberId} AND approval_status = 'approved' FOR UPDATE) replaced
    WHERE p.id = replaced.id
    RETURNING replaced.avatar_url AS url`
  const replaced = row ? ReplacedRow.parse(row).url : null
  const name = replaced === null ? null : parseAvatarUrl(replaced)
  if (name) {
    await avatars.remove(avatarKey(name)).catch((error: unknown) => {
      log('error', { code: 'avatar_left_behind', error })
    })
  }
  return row !== undefined
}

const ReplacedRow = z.object({ url: z.nullable(z.string()) })

export type UploadDeps = Pick<Deps, 'sql' | 'avatars' | 'pictures' | 'clock' | 'decoding'>

/** A version is the time in ms since 1970 in base 36, then random bits, so that the sweep knows a picture's age. */
const TIME_DIGITS = 9
const RANDOM_BYTES = 8
const VERSION = /^[0-9a-z]{9}[0-9a-f]{16}$/

/** UUIDs, as the database generates them. */
const MEMBER_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const URL_PATH = /^\/avatars\/([^/?]+)\/avatar\.webp$/
const KEY = /^([^/]+)\/avatar\.([^/.]+)\.webp$/

/** A unique version. */
export function newVersion(nowMs: number): string {
  return nowMs.toString(36).padStart(TIME_DIGITS, '0') + randomBytes(RANDOM_BYTES).toString('hex')
}

/** The time of a version, in milliseconds since 1970. */
export function versionTimeMs(version: string): number {
  return Number.parseInt(version.slice(0, TIME_DIGITS), 36)
}

/** The URL of a picture, as profiles store it. */
export function avatarUrl({ memberId, version }: AvatarName): string {
  return `/avatars/${memberId}/avatar.webp?v=${version}`
}

/** null when it isn't the URL of a picture. */
export function parseAvatarUrl(url: string): AvatarName | null {
  const [path = '', query = ''] = url.split('?')
  const [, memberId = ''] = URL_PATH.exec(path) ?? []
  return validName(memberId, new URLSearchParams(query).get('v') ?? '')
}

/** The blob key of a picture. */
export function avatarKey({ memberId, version }: AvatarName): string {
  return `${memberId}/avatar.${version}.webp`
}

/** null when it isn't the key of a picture. */
export function parseAvatarKey(key: string): AvatarName | null {
  const [, memberId = '', version = ''] = KEY.exec(key) ?? []
  return validName(memberId, version)
}

function validName(memberId: string, version: string): AvatarName | null {
  return MEMBER_ID.test(memberId) && VERSION.test(version) ? { memberId, version } : null
}

export interface AvatarName {
  memberId: string
  version: string
}
