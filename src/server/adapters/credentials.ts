import * as z from 'zod/mini'
import type { Credentials } from '../members/ports.ts'
import { newEmailChangeToken } from './email-tokens.ts'
import type { Sql } from '../vendors/neon.ts'
import { isAllowed } from '../limits/rate-limits.ts'

/** Passwords and addresses of accounts, changed in Postgres: one statement each, with all that follows from it. */
export function createCredentials(sql: Sql): Credentials {
  return {
    async findHash(memberId) {
      const [row] = await sql`SELECT password_hash FROM users WHERE id = ${memberId}`
      return row ? HashRow.parse(row).password_hash : null
    },

    async changePassword(memberId, provenHash, newHash) {
      const [row] = await sql`SELECT change_password(${memberId}, ${provenHash}, ${newHash}) AS is_done`
      return DoneRow.parse(row).is_done
    },

    async requestEmailChange(memberId, provenHash, newEmail, limits) {
      const { token, hash, seconds } = newEmailChangeToken()
      // Beyond the limits the member's own address is asked for: one that is taken, as far as anybody can tell.
      const [row] = await sql`
        SELECT request_email_change(${memberId}, ${provenHash},
          CASE WHEN ${isAllowed(sql, limits, newEmail)} THEN ${newEmail}
            ELSE (SELECT email FROM users WHERE id = ${memberId}) END,
          ${token}, ${hash}, make_interval(secs => ${seconds})) AS is_done`
      return DoneRow.parse(row).is_done
    },
  }
}

const HashRow = z.object({ password_hash: z.string() })
const DoneRow = z.object({ is_done: z.boolean() })
