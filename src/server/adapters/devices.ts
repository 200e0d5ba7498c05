import { DEVICE_COOKIE_NAME } from '../auth/device-token.ts'
import { isSecretToken } from '../auth/secret-token.ts'
import type { Devices, HostCookie } from '../auth/ports.ts'
import type { Sql } from './neon.ts'
import { randomToken, sha256Hex } from './random-token.ts'

const YEAR_SECONDS = 365 * 24 * 60 * 60

/** No member uses more browsers than this; the longest known is forgotten first. */
const MAX_DEVICES_PER_MEMBER = 10

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
    attributes: { httpOnly: true, secure: true, sameSite: 'lax', path: '/', maxAge: YEAR_SECONDS },
  }
}
