import { NodePostgresAdapter } from '@lucia-auth/adapter-postgresql'
import { type DatabaseSession, type DatabaseUser, generateIdFromEntropySize, Lucia, TimeSpan } from 'lucia'
import * as z from 'zod/mini'
import { SECOND_MS } from '#src/shared/units.ts'
import { inBatches } from '../batches.ts'
import {
  MAX_SESSIONS_PER_MEMBER,
  SESSION_IDLE_SECONDS,
  SESSION_MAX_AGE_SECONDS,
  SESSION_SEEN_EVERY_SECONDS,
} from '../lifetimes.ts'
import { Member, viewerColumns } from '../member.ts'
import { hostCookie, isSessionToken, SESSION_TOKEN_BYTES, sha256Hex } from '../tokens.ts'
import type { Ask, SessionProof, Sessions, Sql } from './ports.ts'

/** Nobody notices it, and a database that is busy is asked a tenth as often. */
const GATHER_MS = 5

/**
 * Sessions kept by Lucia in Postgres: it decides when one is over and when it is renewed.
 *
 * @param ask for the one statement that each request waits for.
 */
export function createLuciaSessions(sql: Sql, ask: Ask = sql): Sessions {
  const adapter = new HashedTokenAdapter(sql, ask)
  const lucia = createLucia(adapter)

  return {
    async start(memberId, proof) {
      const token = generateIdFromEntropySize(SESSION_TOKEN_BYTES)
      const isStarted = await adapter.startSession(token, memberId, proof)
      return isStarted ? sessionCookie(token) : null
    },

    async find(token) {
      if (!isSessionToken(token)) return null
      const { session, user } = await lucia.validateSession(token)
      if (!session) return null
      return { member: user.member, renewedCookie: session.fresh ? sessionCookie(token) : null }
    },

    end: (token) => lucia.invalidateSession(token),
    endAllOf: (memberId) => lucia.invalidateUserSessions(memberId),
  }
}

function createLucia(adapter: HashedTokenAdapter) {
  return new Lucia(adapter, {
    sessionExpiresIn: new TimeSpan(SESSION_IDLE_SECONDS, 's'),
    getUserAttributes: (member: Member) => ({ member }),
  })
}

function sessionCookie(token: string) {
  return hostCookie('session', token, SESSION_IDLE_SECONDS)
}

/**
 * Lucia's Postgres adapter with three differences: the database holds only the SHA-256 of a token, sessions come with
 * their members in one statement for all who ask at the same time, and their time is set and judged by the database's clock.
 *
 * Lucia feeds the id it was given back into `updateSessionExpiration` and `deleteSession`. `getSessionAndUser`
 * therefore answers with the raw token, never with the hash: a hash would be hashed again and match nothing.
 */
class HashedTokenAdapter extends NodePostgresAdapter {
  readonly #sql: Sql
  readonly #ask: Ask
  readonly #find = inBatches(GATHER_MS, (ids) => this.#read(ids))

  constructor(sql: Sql, ask: Ask) {
    super(asPool(sql), { user: 'members', session: 'sessions' })
    this.#sql = sql
    this.#ask = ask
  }

  override async getSessionAndUser(token: string): Promise<[DatabaseSession | null, DatabaseUser | null]> {
    return toSession(token, await this.#find(sha256Hex(token)))
  }

  /**
   * Members see in their account where they are signed in, and since when that browser has been quiet. Noting it twice is
   * noting it once, so this may be asked again; where somebody else holds the row, nobody waits to note it.
   */
  async #read(ids: string[]): Promise<Map<string, unknown>> {
    const rows = await this.#ask`
      WITH seen AS (
        UPDATE sessions SET last_seen_at = now() WHERE id IN (
          SELECT id FROM sessions
          WHERE id = ANY (${ids}::text[]) AND expires_at > now()
            AND last_seen_at <= now() - make_interval(secs => ${SESSION_SEEN_EVERY_SECONDS})
          FOR NO KEY UPDATE SKIP LOCKED)
      )
      SELECT s.id AS "sessionId",
             m.id, ${this.#sql.unsafe(viewerColumns)}, m.approval_status AS "approvalStatus",
             m.email_confirmed AS "emailConfirmed", m.is_editor AS "isEditor", m.is_admin AS "isAdmin",
             extract(epoch FROM s.expires_at - now())::float8 AS "secondsLeft"
      FROM sessions s JOIN members m ON m.id = s.user_id
      WHERE s.id = ANY (${ids}::text[])
        AND s.expires_at > now()
        AND s.created_at > now() - make_interval(secs => ${SESSION_MAX_AGE_SECONDS})`
    return new Map(rows.map((row) => [SessionRow.parse(row).sessionId, row]))
  }

  /** @returns false when the proven password is no longer the member's: nothing was written then. */
  async startSession(token: string, memberId: string, proof: SessionProof): Promise<boolean> {
    const [row] = await this.#sql`
      SELECT start_session(${sha256Hex(token)}, ${memberId}, ${proof.passwordHash}, ${proof.userAgent},
        make_interval(secs => ${SESSION_IDLE_SECONDS}), ${MAX_SESSIONS_PER_MEMBER},
        ${proof.network ?? null}) AS "isStarted"`
    return StartRow.parse(row).isStarted
  }

  /** Lucia's own way to begin one, which knows neither the proof nor the limit. */
  override setSession(): Promise<void> {
    throw new Error('Sessions begin with startSession.')
  }

  override async updateSessionExpiration(token: string, expiresAt: Date): Promise<void> {
    const secondsLeft = (expiresAt.getTime() - Date.now()) / SECOND_MS
    await this.#sql`
      UPDATE sessions SET expires_at = now() + make_interval(secs => ${secondsLeft}), last_seen_at = now()
      WHERE id = ${sha256Hex(token)}`
  }

  override async deleteSession(token: string): Promise<void> {
    await super.deleteSession(sha256Hex(token))
  }
}

function toSession(token: string, row: unknown): [DatabaseSession | null, DatabaseUser | null] {
  if (!row) return [null, null]
  const member = Member.parse(row)
  const expiresAt = new Date(Date.now() + LifeRow.parse(row).secondsLeft * SECOND_MS)
  return [
    { id: token, userId: member.id, expiresAt, attributes: {} },
    { id: member.id, attributes: member },
  ]
}

const SessionRow = z.object({ sessionId: z.string() })
const LifeRow = z.object({ secondsLeft: z.number() })
const StartRow = z.object({ isStarted: z.boolean() })

/** The one method of a `pg` pool that Lucia's adapter calls. */
function asPool(sql: Sql): ConstructorParameters<typeof NodePostgresAdapter>[0] {
  const pool = { query: (text: string, params?: unknown[]) => sql.query(text, params, { fullResults: true }) }
  return pool as unknown as ConstructorParameters<typeof NodePostgresAdapter>[0]
}

type LuciaOfMembers = ReturnType<typeof createLucia>

declare module 'lucia' {
  interface Register {
    Lucia: LuciaOfMembers
    DatabaseUserAttributes: Member
    DatabaseSessionAttributes: object
  }
}
