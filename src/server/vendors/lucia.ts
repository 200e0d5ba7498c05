import { NodePostgresAdapter } from '@lucia-auth/adapter-postgresql'
import { type Adapter, Lucia, TimeSpan } from 'lucia'
import * as z from 'zod/mini'
import { SECOND_MS } from '#src/shared/units.ts'
import * as lifetimes from '../lifetimes.ts'
import { Member } from '../member.ts'
import type { Cookie } from '../cookies.ts'
import { isToken, newToken, sha256Hex } from '../tokens.ts'
import type { RetryingSql, Sessions, Sql } from './ports.ts'

export function createLuciaSessions(sql: Sql, retryingSql: RetryingSql = sql): Sessions {
  const lucia = createLucia(sql, retryingSql)
  const bounds = sql`make_interval(secs => ${lifetimes.SESSION_IDLE_SECONDS}), ${lifetimes.MAX_SESSIONS_PER_MEMBER}`
  return {
    async start(memberId, { passwordHash, userAgent }) {
      const { token, hash } = newToken()
      const [row] = await sql`
        SELECT create_session(${hash}, ${memberId}, ${passwordHash}, ${userAgent}, ${bounds}) AS "isStarted"`
      return row?.isStarted === true ? sessionCookie(token) : null
    },

    async startWithPasskey({ id, counter }, userAgent) {
      const { token, hash } = newToken()
      const [row] = await sql`
        SELECT create_passkey_session(${hash}, ${id}, ${counter}, ${userAgent}, ${bounds}) AS "isStarted"`
      return row?.isStarted === true ? sessionCookie(token) : null
    },

    async find(token) {
      if (!isToken(token)) return null
      const { session, user } = await lucia.validateSession(sha256Hex(token))
      return session && { member: user.member, renewedCookie: session.fresh ? sessionCookie(token) : null }
    },

    end: (token) => lucia.invalidateSession(sha256Hex(token)),
    endAllOf: (memberId) => lucia.invalidateUserSessions(memberId),
  }
}

/** A session's id is the SHA-256 of its token. The database's clock decides when it ends. */
function createLucia(sql: Sql, retryingSql: RetryingSql) {
  const pool = { query: (text: string, params?: unknown[]) => sql.query(text, params, { fullResults: true }) }
  const postgres = new NodePostgresAdapter(pool as never, { user: 'members', session: 'sessions' })
  const byDatabaseClock = {
    async getSessionAndUser(id) {
      // Idempotent, so it may be retried. Skips a locked row instead of waiting.
      const [row] = await retryingSql`
        WITH seen AS (
          UPDATE sessions SET last_seen_at = now() WHERE id IN (
            SELECT id FROM sessions
            WHERE id = ${id} AND last_seen_at <= now() - make_interval(secs => ${lifetimes.SESSION_SEEN_EVERY_SECONDS})
              AND id IN (SELECT id FROM active_sessions)
            FOR NO KEY UPDATE SKIP LOCKED)
        )
        SELECT m.id, m.email, m.full_name AS "fullName", m.avatar_url AS "avatarUrl",
          m.member_since AS "memberSince", m.has_pending_deletion AS "hasPendingDeletion",
          m.approval_status AS "approvalStatus",
          m.email_confirmed AS "emailConfirmed", m.is_editor AS "isEditor", m.is_admin AS "isAdmin", m.groups,
          extract(epoch FROM s.expires_at - now())::float8 AS "secondsLeft"
        FROM active_sessions s JOIN members m ON m.id = s.user_id
        WHERE s.id = ${id}`
      if (!row) return [null, null]
      const { secondsLeft, ...member } = SessionRow.parse(row)
      const expiresAt = new Date(Date.now() + secondsLeft * SECOND_MS)
      const session = { id, userId: member.id, expiresAt, attributes: {} }
      return [session, { id: member.id, attributes: member }]
    },

    async updateSessionExpiration(id, expiresAt) {
      const secondsLeft = (expiresAt.getTime() - Date.now()) / SECOND_MS
      await sql`
        UPDATE sessions SET expires_at = now() + make_interval(secs => ${secondsLeft}), last_seen_at = now()
        WHERE id = ${id}`
    },
  } satisfies Partial<Adapter>
  return new Lucia(Object.assign(postgres, byDatabaseClock), {
    sessionExpiresIn: new TimeSpan(lifetimes.SESSION_IDLE_SECONDS, 's'),
    getUserAttributes: (member: Member) => ({ member }),
  })
}

function sessionCookie(token: string): Cookie {
  return { name: 'session', value: token, maxAge: lifetimes.SESSION_IDLE_SECONDS }
}

const SessionRow = z.extend(Member, { secondsLeft: z.number() })

declare module 'lucia' {
  interface Register {
    Lucia: ReturnType<typeof createLucia>
    DatabaseUserAttributes: Member
    DatabaseSessionAttributes: object
  }
}
