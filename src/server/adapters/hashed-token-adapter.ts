import { createHash } from 'node:crypto'
import { NodePostgresAdapter } from '@lucia-auth/adapter-postgresql'
import type { DatabaseSession, DatabaseUser } from 'lucia'
import * as z from 'zod/mini'
import { approvalStatuses } from '../auth/ports.ts'
import type { Sql } from './neon.ts'

const MILLISECONDS_PER_SECOND = 1000

/** However often it is renewed, a session ends this long after it began (ASVS 7.3.2). */
const SESSION_MAX_AGE_SECONDS = 90 * 24 * 60 * 60

/**
 * Lucia's Postgres adapter with two differences: the database holds only the SHA-256 of a token, and a session
 * comes with its member in one statement, judged by the database's clock.
 *
 * Lucia feeds the id it was given back into `updateSessionExpiration` and `deleteSession`. `getSessionAndUser`
 * therefore answers with the raw token, never with the hash: a hash would be hashed again and match nothing.
 */
export class HashedTokenAdapter extends NodePostgresAdapter {
  readonly #sql: Sql

  constructor(sql: Sql) {
    super(asPool(sql), { user: 'members', session: 'sessions' })
    this.#sql = sql
  }

  override async getSessionAndUser(token: string): Promise<[DatabaseSession | null, DatabaseUser | null]> {
    const [row] = await this.#sql`
      SELECT m.id, m.email, m.full_name, m.avatar_url, m.approval_status,
             extract(epoch FROM s.expires_at - now())::float8 AS seconds_left
      FROM sessions s JOIN members m ON m.id = s.user_id
      WHERE s.id = ${sha256Hex(token)}
        AND s.expires_at > now()
        AND s.created_at > now() - make_interval(secs => ${SESSION_MAX_AGE_SECONDS})`
    if (!row) return [null, null]

    const { id, seconds_left, ...member } = SessionRow.parse(row)
    const expiresAt = new Date(Date.now() + seconds_left * MILLISECONDS_PER_SECOND)
    return [
      { id: token, userId: id, expiresAt, attributes: {} },
      { id, attributes: member },
    ]
  }

  override async setSession(session: DatabaseSession): Promise<void> {
    await super.setSession({ ...session, id: sha256Hex(session.id) })
  }

  override async updateSessionExpiration(token: string, expiresAt: Date): Promise<void> {
    await super.updateSessionExpiration(sha256Hex(token), expiresAt)
  }

  override async deleteSession(token: string): Promise<void> {
    await super.deleteSession(sha256Hex(token))
  }
}

/** Anything else than this coming out of the database is an outage, never an approval. */
const SessionRow = z.object({
  id: z.string(),
  email: z.string(),
  full_name: z.nullable(z.string()),
  avatar_url: z.nullable(z.string()),
  approval_status: z.enum(approvalStatuses),
  seconds_left: z.number(),
})

/** A member as the view `members` shows them to Lucia. */
export type MemberAttributes = Omit<z.output<typeof SessionRow>, 'id' | 'seconds_left'>

/** The one method of a `pg` pool that Lucia's adapter calls. */
function asPool(sql: Sql): ConstructorParameters<typeof NodePostgresAdapter>[0] {
  const pool = { query: (text: string, params?: unknown[]) => sql.query(text, params, { fullResults: true }) }
  return pool as unknown as ConstructorParameters<typeof NodePostgresAdapter>[0]
}

function sha256Hex(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
