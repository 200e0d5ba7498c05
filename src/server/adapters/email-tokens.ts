import * as z from 'zod/mini'
import {
  DELETION_DELAY_SECONDS,
  EMAIL_CHANGE_SECONDS,
  EMAIL_CONFIRMATION_SECONDS,
  PASSWORD_RESET_SECONDS,
} from '../lifetimes.ts'
import type { Confirmations, PasswordResets } from '../vendors/ports.ts'
import type { Sql } from '../vendors/neon.ts'
import { randomToken, sha256Hex } from '../tokens.ts'
import { isAllowed } from '../limits/rate-limits.ts'

export function newEmailChangeToken(): NewToken {
  return newToken(EMAIL_CHANGE_SECONDS)
}

export function newDeletionToken(): NewToken {
  return newToken(DELETION_DELAY_SECONDS)
}

/** A token for a new account: the database stores the hash and puts the token itself into the mail. */
export function newConfirmationToken(): NewToken {
  return newToken(EMAIL_CONFIRMATION_SECONDS)
}

export function createConfirmations(sql: Sql): Confirmations {
  return {
    async confirm(token, browserToken) {
      const browserHash = browserToken === null ? null : sha256Hex(browserToken)
      const [row] = await sql`SELECT confirm_email(${sha256Hex(token)}, ${browserHash}) AS outcome`
      return ConfirmRow.parse(row).outcome
    },

    async resend(email, limits) {
      const { token, hash, seconds } = newConfirmationToken()
      await sql`
        SELECT resend_confirmation(${email}, ${token}, ${hash}, make_interval(secs => ${seconds}))
        WHERE ${isAllowed(sql, limits, email)}`
    },

    async discard(token) {
      const [row] = await sql`SELECT discard_sign_up(${sha256Hex(token)}) AS outcome`
      return DiscardRow.parse(row).outcome
    },
  }
}

export function createPasswordResets(sql: Sql): PasswordResets {
  return {
    async request(email, limit) {
      const { token, hash, seconds } = newToken(PASSWORD_RESET_SECONDS)
      // The limit is counted in the same statement, so that it writes something whether there is an account or not.
      await sql`
        SELECT request_password_reset(${email}, ${token}, ${hash}, make_interval(secs => ${seconds}))
        WHERE ${isAllowed(sql, [limit], email)}`
    },

    async isOpen(token) {
      const rows = await sql`
        SELECT token_hash FROM password_reset_tokens
        WHERE token_hash = ${sha256Hex(token)} AND used_at IS NULL AND expires_at > now()`
      return rows.length > 0
    },

    async redeem(token, passwordHash) {
      const [row] = await sql`SELECT reset_password(${sha256Hex(token)}, ${passwordHash}) AS member_id`
      return RedeemRow.parse(row).member_id
    },
  }
}

function newToken(seconds: number): NewToken {
  const token = randomToken()
  return { token, hash: sha256Hex(token), seconds }
}

const ConfirmRow = z.object({ outcome: z.nullable(z.enum(['confirmed', 'password_needed'])) })
const DiscardRow = z.object({ outcome: z.nullable(z.enum(['sign_up', 'email_change', 'decided'])) })
const RedeemRow = z.object({ member_id: z.nullable(z.string()) })

interface NewToken {
  token: string
  hash: string
  /** How long it is good for. */
  seconds: number
}
