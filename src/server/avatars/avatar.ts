import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { AVATAR_MAX_BYTES } from '#src/shared/field-limits.ts'
import { pictureType } from '#src/shared/picture-type.ts'
import { log } from '../log.ts'
import { admitMember, type SignedIn } from '../sessions/admit-member.ts'
import type { Deps } from '../vendors/ports.ts'

/**
 * Gives a member this picture. The new one is stored under a new name, then the profile points at it, then the
 * one that it replaced is removed: wherever this ends, the profile points at a whole picture, and what nothing points
 * at is swept.
 */
export async function uploadAvatar(deps: UploadDeps, { member }: SignedIn, file: Uint8Array) {
  if (file.length > AVATAR_MAX_BYTES) return { ok: false, code: 'avatar_too_large' } as const
  if (!pictureType(file)) return { ok: false, code: 'avatar_wrong_type' } as const
  const decoded = await decodeOncePerMember(deps, member.id, file)
  if (!decoded.ok) return decoded

  const name = { memberId: member.id, version: newVersion(deps.clock()) }
  await deps.avatars.put(avatarKey(name), decoded.picture)
  // Should this fail, it may still have happened: the new picture stays where it is until it is swept.
  const isSet = await setAvatar(deps, member.id, avatarUrl(name))
  return isSet ? ({ ok: true, avatarUrl: avatarUrl(name) } as const) : notSignedIn
}

export async function removeAvatar(deps: Pick<Deps, 'sql' | 'avatars'>, { member }: SignedIn) {
  return (await setAvatar(deps, member.id, null)) ? ({ ok: true } as const) : notSignedIn
}

const notSignedIn = { ok: false, code: 'not_signed_in' } as const

/** A picture for any approved member to see, by its address; the gate's word for who asks is not taken. */
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

/** When to try again while another picture of the member is being decoded: a full queue is nearly always done by then. */
const DECODING_RETRY_AFTER_SECONDS = 10

/** All members wait in one queue for the decoder, each at most once. */
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
 * Has the profile of an approved member setAvatar at a picture, or at none; false for anybody else. The picture it pointed
 * at before is removed; should that fail, it is swept.
 */
async function setAvatar(
  { sql, avatars }: Pick<Deps, 'sql' | 'avatars'>,
  memberId: string,
  url: string | null,
): Promise<boolean> {
  const [row] = await sql`SELECT replaced_url AS url FROM replace_avatar(${memberId}, ${url})`
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

/** Milliseconds since 1970 in base 36, then random bits: a picture's age can be told from its name. */
const TIME_DIGITS = 9
const RANDOM_BYTES = 8
const VERSION = /^[0-9a-z]{9}[0-9a-f]{16}$/

/** As the database makes them. */
const MEMBER_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const URL_PATH = /^\/avatars\/([^/?]+)\/avatar\.webp$/
const KEY = /^([^/]+)\/avatar\.([^/.]+)\.webp$/

/** A version that no picture had before. */
export function newVersion(nowMs: number): string {
  return nowMs.toString(36).padStart(TIME_DIGITS, '0') + randomBytes(RANDOM_BYTES).toString('hex')
}

/** When a version was made, in milliseconds since 1970. */
export function versionTimeMs(version: string): number {
  return Number.parseInt(version.slice(0, TIME_DIGITS), 36)
}

/** Where a picture is shown, as it stands in a profile. */
export function avatarUrl({ memberId, version }: AvatarName): string {
  return `/avatars/${memberId}/avatar.webp?v=${version}`
}

/** null when it is not the address of a picture. */
export function parseAvatarUrl(url: string): AvatarName | null {
  const [path = '', query = ''] = url.split('?')
  const [, memberId = ''] = URL_PATH.exec(path) ?? []
  return validName(memberId, new URLSearchParams(query).get('v') ?? '')
}

/** What a picture is stored under; each version is another file. */
export function avatarKey({ memberId, version }: AvatarName): string {
  return `${memberId}/avatar.${version}.webp`
}

/** null when nothing of ours is stored under this. */
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
