import * as z from 'zod/mini'
import { SECOND_MS } from '#src/shared/units.ts'
import type { AccountData } from '../members/ports.ts'
import { newDeletionToken } from './email-tokens.ts'
import type { Sql } from '../vendors/neon.ts'
import { sha256Hex } from '../tokens.ts'

/** What is held about a member, read from and deleted in Postgres. */
export function createAccountData(sql: Sql): AccountData {
  return {
    async read(memberId) {
      const [row] = await sql`SELECT export_account(${memberId}) AS data`
      return ExportRow.parse(row).data
    },

    async requestDeletion(memberId, provenHash, currentToken) {
      const { token, hash, seconds } = newDeletionToken()
      const [row] = await sql`
        SELECT extract(epoch FROM request_deletion(${memberId}, ${provenHash}, ${sha256Hex(currentToken)},
          ${token}, ${hash}, make_interval(secs => ${seconds})))::float8 AS due_at`
      const { due_at } = DueRow.parse(row)
      return due_at === null ? null : new Date(due_at * SECOND_MS)
    },

    async keep(token) {
      const [row] = await sql`SELECT keep_account(${sha256Hex(token)}) AS is_kept`
      return KeepRow.parse(row).is_kept
    },

    async deleteDue(atMost) {
      const rows = await sql`SELECT member_id FROM delete_due_accounts(${atMost}) AS member_id`
      return rows.map((row) => DeletedRow.parse(row).member_id)
    },
  }
}

const ExportRow = z.object({ data: z.nullable(z.record(z.string(), z.unknown())) })
const DueRow = z.object({ due_at: z.nullable(z.number()) })
const KeepRow = z.object({ is_kept: z.boolean() })
const DeletedRow = z.object({ member_id: z.string() })
