import * as z from 'zod/mini'
import type { SignUpProofs } from '../vendors/ports.ts'
import type { Sql } from '../vendors/neon.ts'
import { sha256Hex } from '../tokens.ts'

/** Proofs of passwords by the links that confirm an address, kept in Postgres. */
export function createSignUpProofs(sql: Sql): SignUpProofs {
  return {
    async find(token) {
      const [row] = await sql`
        SELECT u.id, u.password_hash, takes_first_password(u.id) AS takes_password
        FROM email_confirmation_tokens t JOIN users u ON u.id = t.user_id
        WHERE t.token_hash = ${sha256Hex(token)} AND t.expires_at > now()`
      if (!row) return null
      const { id, password_hash, takes_password } = AccountRow.parse(row)
      return { id, passwordHash: password_hash, takesPassword: takes_password }
    },

    async prove(token, passwordHash) {
      const [row] = await sql`SELECT prove_sign_up(${sha256Hex(token)}, ${passwordHash}) AS is_proven`
      return ProofRow.parse(row).is_proven
    },

    async setPassword(token, passwordHash) {
      const [row] = await sql`SELECT set_sign_up_password(${sha256Hex(token)}, ${passwordHash}) AS member_id`
      return PasswordRow.parse(row).member_id
    },
  }
}

const AccountRow = z.object({ id: z.string(), password_hash: z.string(), takes_password: z.boolean() })
const ProofRow = z.object({ is_proven: z.boolean() })
const PasswordRow = z.object({ member_id: z.nullable(z.string()) })
