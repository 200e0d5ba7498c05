import * as z from 'zod/mini'
import { SECOND_MS } from '#src/shared/units.ts'
import type { SessionList } from '../members/ports.ts'
import type { Sql } from '../vendors/neon.ts'
import { sha256Hex } from '../tokens.ts'
import { readDevice } from '../adapters/read-device.ts'

/** A member's sessions in Postgres. Each statement names the member, so another member's are out of reach. */
export function createSessionList(sql: Sql): SessionList {
  return {
    async of(memberId, currentToken) {
      const rows = await sql`
        SELECT public_id, user_agent, id = ${sha256Hex(currentToken)} AS is_current,
          extract(epoch FROM created_at)::float8 AS created_at,
          extract(epoch FROM last_seen_at)::float8 AS last_seen_at
        FROM sessions
        WHERE user_id = ${memberId} AND expires_at > now()
        ORDER BY is_current DESC, last_seen_at DESC, public_id`
      return rows.map(toListed)
    },

    async end(memberId, sessionId) {
      await sql`DELETE FROM sessions WHERE public_id = ${sessionId} AND user_id = ${memberId}`
    },

    async endOthers(memberId, currentToken) {
      await sql`DELETE FROM sessions WHERE user_id = ${memberId} AND id <> ${sha256Hex(currentToken)}`
    },
  }
}

function toListed(row: unknown) {
  const { public_id, user_agent, is_current, created_at, last_seen_at } = SessionRow.parse(row)
  return {
    id: public_id,
    device: readDevice(user_agent),
    createdAt: new Date(created_at * SECOND_MS),
    lastSeenAt: new Date(last_seen_at * SECOND_MS),
    current: is_current,
  }
}

const SessionRow = z.object({
  public_id: z.string(),
  user_agent: z.nullable(z.string()),
  is_current: z.boolean(),
  created_at: z.number(),
  last_seen_at: z.number(),
})
