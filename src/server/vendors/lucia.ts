import { generateIdFromEntropySize, Lucia, TimeSpan, type Cookie } from 'lucia'
import { SESSION_IDLE_SECONDS } from '../lifetimes.ts'
import type { FoundSession, Member, SessionCookie, Sessions } from './ports.ts'
import { isSessionToken, SESSION_COOKIE_NAME, SESSION_TOKEN_BYTES } from '../auth/session-token.ts'
import { HashedTokenAdapter } from '../adapters/hashed-token-adapter.ts'
import type { Sql } from './neon.ts'

/** Sessions kept by Lucia in Postgres. */
export function createLuciaSessions(sql: Sql): Sessions {
  const adapter = new HashedTokenAdapter(sql)
  const lucia = createLucia(adapter)

  return {
    async start(memberId, proof) {
      const token = generateIdFromEntropySize(SESSION_TOKEN_BYTES)
      const isStarted = await adapter.startSession(token, memberId, proof)
      return isStarted ? toSessionCookie(lucia.createSessionCookie(token)) : null
    },

    async find(token): Promise<FoundSession | null> {
      if (!isSessionToken(token)) return null
      const { session, user } = await lucia.validateSession(token)
      if (!session) return null
      const renewedCookie = session.fresh ? toSessionCookie(lucia.createSessionCookie(token)) : null
      return { member: user.member, renewedCookie }
    },

    end: (token) => lucia.invalidateSession(token),
    endAllOf: (memberId) => lucia.invalidateUserSessions(memberId),
    blankCookie: () => toSessionCookie(lucia.createBlankSessionCookie()),
  }
}

function createLucia(adapter: HashedTokenAdapter) {
  return new Lucia(adapter, {
    sessionExpiresIn: new TimeSpan(SESSION_IDLE_SECONDS, 's'),
    sessionCookie: {
      name: SESSION_COOKIE_NAME,
      attributes: { secure: true, sameSite: 'lax', path: '/' },
    },
    getUserAttributes: (member: Member) => ({ member }),
  })
}

function toSessionCookie({ name, value, attributes }: Cookie): SessionCookie {
  return {
    name,
    value,
    attributes: { httpOnly: true, secure: true, sameSite: 'lax', path: '/', maxAge: attributes.maxAge ?? 0 },
  }
}

type LuciaOfMembers = ReturnType<typeof createLucia>

declare module 'lucia' {
  interface Register {
    Lucia: LuciaOfMembers
    DatabaseUserAttributes: Member
    DatabaseSessionAttributes: object
  }
}
