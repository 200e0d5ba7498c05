import type { Email } from '#src/shared/forms.ts'
import { DEVICE_SECONDS, MAX_DEVICES_PER_MEMBER } from '../lifetimes.ts'
import { hostCookie, isToken, newToken, sha256Hex, type HostCookie } from '../tokens.ts'
import type { Sql } from '../vendors/ports.ts'

/** The browsers that members have signed in with (OWASP: Device Cookies). Only the SHA-256 of a token is stored. */
export async function isKnownBrowser(sql: Sql, token: string, email: Email): Promise<boolean> {
  if (!isToken(token)) return false
  const rows = await sql`
    SELECT d.id FROM known_devices d JOIN users u ON u.id = d.user_id
    WHERE d.id = ${sha256Hex(token)} AND u.email = ${email}`
  return rows.length > 0
}

/** Knows this browser as the member's from now on, by the cookie it gets. */
export async function rememberBrowser(sql: Sql, memberId: string): Promise<HostCookie> {
  const { token, hash } = newToken()
  await sql`SELECT remember_device(${hash}, ${memberId}, ${MAX_DEVICES_PER_MEMBER})`
  return hostCookie('device', token, DEVICE_SECONDS)
}
