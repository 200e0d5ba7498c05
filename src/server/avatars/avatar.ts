import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { AVATARS_PREFIX } from '#src/shared/paths.ts'
import { pictureRefusal } from '#src/shared/picture-type.ts'
import { log } from '../log.ts'
import { requireMember, type SignedIn } from '../sessions/require-member.ts'
import type { Deps } from '../vendors/ports.ts'

/**
 * Sets a member's picture: stores it under a new key, updates the profile, then deletes the old one. A crash at any step leaves
 * a valid profile; the sweep deletes orphans.
 */
export async function uploadAvatar(deps: UploadDeps, { member }: SignedIn, file: Uint8Array) {
  const refusal = pictureRefusal(file)
  if (refusal) return { ok: false, code: refusal } as const
  const picture = await deps.pictures.toAvatar(file)
  if (!picture) return { ok: false, code: 'avatar_unreadable' } as const

  const key = newAvatarKey(member.id, deps.clock())
  await deps.avatars.put(key, picture)
  // If this fails, it may still have been committed, so the new picture stays.
  return setAvatar(deps, member.id, AVATARS_PREFIX + key)
}

export function removeAvatar(deps: Pick<Deps, 'sql' | 'avatars'>, { member }: SignedIn) {
  return setAvatar(deps, member.id, null)
}

/** A picture, for any approved member. Checks the session again, because requests may bypass the gate. */
export async function readAvatar(
  deps: Pick<Deps, 'sessions' | 'avatars'>,
  token: string | null,
  url: string,
) {
  const admission = await requireMember(deps, token)
  if (!admission.ok) return admission
  const key = avatarKey(url)
  const picture = key && (await deps.avatars.read(key))
  return picture ? ({ ok: true, picture } as const) : ({ ok: false, code: 'no_such_picture' } as const)
}

async function setAvatar(
  { sql, avatars }: Pick<Deps, 'sql' | 'avatars'>,
  memberId: string,
  avatarUrl: string | null,
) {
  // Locked first, so that each of several uploads at once gets the picture that it replaced.
  const [row] = await sql`
    UPDATE profiles p SET avatar_url = ${avatarUrl}
    FROM (SELECT id, avatar_url FROM profiles WHERE id = ${memberId} AND approval_status = 'approved' FOR UPDATE) replaced
    WHERE p.id = replaced.id
    RETURNING replaced.avatar_url AS url`
  if (!row) return { ok: false, code: 'not_signed_in' } as const
  const replaced = avatarKey(ReplacedRow.parse(row).url)
  if (replaced) {
    await avatars.remove(replaced).catch((error: unknown) => {
      log('error', { code: 'avatar_left_behind', error })
    })
  }
  return { ok: true, avatarUrl } as const
}

const ReplacedRow = z.object({ url: z.nullable(z.string()) })

export type UploadDeps = Pick<Deps, 'sql' | 'avatars' | 'pictures' | 'clock'>

// A UUID, as the database generates them; then a version: the time in ms since 1970 in base 36, and random bits.
const KEY = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/avatar\.([0-9a-z]{9})[0-9a-f]{16}\.webp$/

export function newAvatarKey(memberId: string, nowMs: number): string {
  const version = nowMs.toString(36).padStart(9, '0') + randomBytes(8).toString('hex')
  return `${memberId}/avatar.${version}.webp`
}

/** The key of the picture at a URL, as profiles store it; null when it isn't the URL of a picture. */
export function avatarKey(url: string | null): string | null {
  const key = url?.startsWith(AVATARS_PREFIX) ? url.slice(AVATARS_PREFIX.length) : ''
  return KEY.test(key) ? key : null
}

/** Whose picture it is and since when, in milliseconds since 1970; null when it isn't the key of a picture. */
export function parseAvatarKey(key: string): { memberId: string; timeMs: number } | null {
  const [, memberId, time] = KEY.exec(key) ?? []
  return memberId && time ? { memberId, timeMs: Number.parseInt(time, 36) } : null
}
