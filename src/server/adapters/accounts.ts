import { NeonDbError } from '@neondatabase/serverless'
import * as z from 'zod/mini'
import { approvalStatuses, type Account, type Accounts } from '../vendors/ports.ts'
import { newConfirmationToken } from './email-tokens.ts'
import type { Sql } from '../vendors/neon.ts'
import { sha256Hex } from '../tokens.ts'

const UNIQUE_VIOLATION = '23505'

/** Accounts kept in Postgres. */
export function createAccounts(sql: Sql): Accounts {
  return {
    async findByEmail(email) {
      const [row] = await sql`
        SELECT u.id, u.password_hash, p.approval_status
        FROM users u JOIN profiles p ON p.id = u.id
        WHERE u.email = ${email}`
      return row ? toAccount(row) : null
    },

    async register({ email, passwordHash, fullName, browserToken }) {
      try {
        const { token, hash, seconds } = newConfirmationToken()
        await sql`
          SELECT register_member(${email}, ${passwordHash}, ${fullName},
            ${token}, ${hash}, make_interval(secs => ${seconds}), ${sha256Hex(browserToken)}) AS id`
        return 'registered'
      } catch (error) {
        if (isTakenEmail(error)) return 'email_taken'
        throw error
      }
    },

    async replacePasswordHash(accountId, replaced, replacement) {
      await sql`
        UPDATE users SET password_hash = ${replacement}
        WHERE id = ${accountId} AND password_hash = ${replaced}`
    },
  }
}

/** The database decides who came first, so two sign-ups at once cannot both succeed. */
function isTakenEmail(error: unknown): boolean {
  return (
    error instanceof NeonDbError && error.code === UNIQUE_VIOLATION && error.constraint === 'users_email_key'
  )
}

function toAccount(row: unknown): Account {
  const { id, password_hash, approval_status } = AccountRow.parse(row)
  return { id, passwordHash: password_hash, approvalStatus: approval_status }
}

/** Anything else than this coming out of the database is an outage, never an approval. */
const AccountRow = z.object({
  id: z.string(),
  password_hash: z.string(),
  approval_status: z.enum(approvalStatuses),
})
