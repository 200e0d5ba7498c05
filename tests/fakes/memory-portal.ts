import { randomUUID } from 'node:crypto'
import type { Email } from '#src/shared/forms.ts'
import type {
  Account,
  Accounts,
  ApprovalStatus,
  Member,
  NewAccount,
  SessionCookie,
  Sessions,
} from '#src/server/auth/ports.ts'

/** Accounts and sessions in memory, keeping the promises of their ports. */
export function memoryPortal(): MemoryPortal {
  const people = new Map<string, Person>()
  const sessions = new Map<string, { person: Person; userAgent: string | null }>()

  const accounts: Accounts = {
    findByEmail: (email) => Promise.resolve(people.get(email)?.account ?? null),
    register(account) {
      if (people.has(account.email)) return Promise.resolve('email_taken')
      people.set(account.email, newPerson(account))
      return Promise.resolve('registered')
    },
    replacePasswordHash(accountId, replaced, replacement) {
      for (const { account } of people.values()) {
        if (account.id === accountId && account.passwordHash === replaced) account.passwordHash = replacement
      }
      return Promise.resolve()
    },
  }

  return {
    accounts,
    sessions: memorySessions(people, sessions),
    decide(email, status) {
      const person = people.get(email)
      if (person) person.account.approvalStatus = status
      return Promise.resolve()
    },
    sessionCount: () => Promise.resolve(sessions.size),
  }
}

function memorySessions(
  people: Map<string, Person>,
  sessions: Map<string, { person: Person; userAgent: string | null }>,
): Sessions {
  return {
    start(memberId, { userAgent }) {
      const person = [...people.values()].find(({ account }) => account.id === memberId)
      if (!person) throw new Error('There is no such member.')
      const token = randomUUID()
      sessions.set(token, { person, userAgent })
      return Promise.resolve(cookie(token, 60))
    },
    find(token) {
      const session = sessions.get(token)
      return Promise.resolve(session ? { member: toMember(session.person), renewedCookie: null } : null)
    },
    end(token) {
      sessions.delete(token)
      return Promise.resolve()
    },
    endAllOf(memberId) {
      for (const [token, { person }] of sessions) if (person.account.id === memberId) sessions.delete(token)
      return Promise.resolve()
    },
    blankCookie: () => cookie('', 0),
  }
}

function newPerson({ email, passwordHash, fullName }: NewAccount): Person {
  return { email, fullName, account: { id: randomUUID(), passwordHash, approvalStatus: 'pending' } }
}

function toMember({ email, fullName, account }: Person): Member {
  return { id: account.id, email, fullName, avatarUrl: null, approvalStatus: account.approvalStatus }
}

function cookie(value: string, maxAge: number): SessionCookie {
  const attributes = { httpOnly: true, secure: true, sameSite: 'lax', path: '/', maxAge } as const
  return { name: '__Host-session', value, attributes }
}

/** What sign-up, sign-in and sign-out work on, and what an administrator and a test can do besides. */
export interface MemoryPortal {
  accounts: Accounts
  sessions: Sessions
  decide(email: Email, status: ApprovalStatus): Promise<void>
  sessionCount(): Promise<number>
}

interface Person {
  email: string
  fullName: string | null
  account: Account
}
