import * as z from 'zod/mini'
import type { Credentials } from '../members/ports.ts'
import { newEmailChangeToken } from './email-tokens.ts'
import type { Sql } from './neon.ts'

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

    async requestEmailChange(memberId, provenHash, newEmail) {
      const { token, hash, seconds } = newEmailChangeToken()
      const [row] = await sql`
        SELECT request_email_change(${memberId}, ${provenHash}, ${newEmail},
          ${token}, ${hash}, make_interval(secs => ${seconds})) AS is_done`
      return DoneRow.parse(row).is_done
    },
  }
}

const HashRow = z.object({ password_hash: z.string() })
const DoneRow = z.object({ is_done: z.boolean() })
