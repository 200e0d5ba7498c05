import { randomBytes } from 'node:crypto'

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
export function timeOf(version: string): number {
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
