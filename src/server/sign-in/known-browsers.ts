import { DEVICE_COOKIE_NAME } from '../auth/device-token.ts'
import { DEVICE_SECONDS, MAX_DEVICES_PER_MEMBER } from '../lifetimes.ts'
import { isSecretToken } from '../auth/secret-token.ts'
import type { Devices, HostCookie } from '../vendors/ports.ts'
import type { Sql } from '../vendors/neon.ts'
import { randomToken, sha256Hex } from '../tokens.ts'

/** Known browsers kept in Postgres. */
export function createDevices(sql: Sql): Devices {
  return {
    async isKnown(token, email) {
      if (!isSecretToken(token)) return false
      const rows = await sql`
        SELECT d.id FROM known_devices d JOIN users u ON u.id = d.user_id
        WHERE d.id = ${sha256Hex(token)} AND u.email = ${email}`
      return rows.length > 0
    },

    async remember(memberId) {
      const token = randomToken()
      await sql`SELECT remember_device(${sha256Hex(token)}, ${memberId}, ${MAX_DEVICES_PER_MEMBER})`
      return deviceCookie(token)
    },
  }
}

function deviceCookie(token: string): HostCookie {
  return {
    name: DEVICE_COOKIE_NAME,
    value: token,
    attributes: { httpOnly: true, secure: true, sameSite: 'lax', path: '/', maxAge: DEVICE_SECONDS },
  }
}
