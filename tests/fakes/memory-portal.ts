import { randomUUID } from 'node:crypto'
import { createMemoryRateLimits } from './memory-rate-limits.ts'
import { MAX_SESSIONS_PER_MEMBER } from '#src/server/lifetimes.ts'
import type {
  Accounts,
  ApprovalStatus,
  Clock,
  Confirmations,
  Devices,
  HostCookie,
  Member,
  NewAccount,
  PasswordResets,
  RateLimits,
  SessionCookie,
  Sessions,
  SignUpProofs,
} from '#src/server/vendors/ports.ts'
import type { Email } from '#src/shared/forms.ts'
import { memoryDevices } from './memory-devices.ts'
import {
  decideAbout,
  memoryConfirmations,
  memoryPasswordResets,
  memorySignUpProofs,
  newConfirmLink,
} from './memory-links.ts'
import type { Mail, Memory, Person } from './memory.ts'

/** Everything that accounts need, in memory, keeping the promises of their ports. */
export function memoryPortal(): MemoryPortal {
  let nowMs = 0
  const memory: Memory = {
    people: new Map(),
    sessions: new Map(),
    devices: new Map(),
    mails: [],
    roster: new Map(),
    clock: () => nowMs,
  }
  const rateLimits = createMemoryRateLimits(memory.clock)

  return {
    accounts: memoryAccounts(memory),
    sessions: memorySessions(memory),
    confirmations: memoryConfirmations(memory, rateLimits),
    signUpProofs: memorySignUpProofs(memory),
    newSignUpCookie: () => ({ ...cookie(randomUUID(), 60), name: '__Host-sign-up' }),
    passwordResets: memoryPasswordResets(memory, rateLimits),
    devices: memoryDevices(memory),
    rateLimits,
    clock: memory.clock,
    decide(email, status) {
      const person = memory.people.get(email)
      if (person) decideAbout(memory, person, status)
      return Promise.resolve()
    },
    addToRoster(email) {
      memory.roster.set(email, memory.people.get(email)?.isDecided ?? false)
      return Promise.resolve()
    },
    sessionCount: () => Promise.resolve(memory.sessions.size),
    mails: () => Promise.resolve(memory.mails),
    isConfirmed: (email) => Promise.resolve(memory.people.get(email)?.isConfirmed ?? false),
    pass(seconds) {
      nowMs += seconds * 1000
      return Promise.resolve()
    },
  }
}

function memoryAccounts(memory: Memory): Accounts {
  const { people, clock } = memory
  return {
    findByEmail(email) {
      const account = people.get(email)?.account
      return Promise.resolve(account ? { ...account } : null)
    },
    register(account) {
      if (people.has(account.email)) return Promise.resolve('email_taken')
      const person = newPerson(account)
      people.set(account.email, person)
      memory.mails.push({ kind: 'confirm_email', to: account.email, token: newConfirmLink(person, clock()) })
      memory.mails.push({ kind: 'user_registered', to: account.email, token: null })
      return Promise.resolve('registered')
    },
    replacePasswordHash(accountId, replaced, replacement) {
      for (const { account } of people.values()) {
        if (account.id === accountId && account.passwordHash === replaced) account.passwordHash = replacement
      }
      return Promise.resolve()
    },
  }
}

function memorySessions({ people, sessions }: Memory): Sessions {
  return {
    start(memberId, { passwordHash }) {
      const person = [...people.values()].find(({ account }) => account.id === memberId)
      if (person?.account.passwordHash !== passwordHash) return Promise.resolve(null)
      const theirs = [...sessions].filter(([, owner]) => owner === person)
      for (const [token] of theirs.slice(0, 1 - MAX_SESSIONS_PER_MEMBER)) sessions.delete(token)
      const token = randomUUID()
      sessions.set(token, person)
      return Promise.resolve(cookie(token, 60))
    },
    find(token) {
      const person = sessions.get(token)
      return Promise.resolve(person ? { member: toMember(person), renewedCookie: null } : null)
    },
    end(token) {
      sessions.delete(token)
      return Promise.resolve()
    },
    endAllOf(memberId) {
      for (const [token, { account }] of sessions) if (account.id === memberId) sessions.delete(token)
      return Promise.resolve()
    },
    blankCookie: () => cookie('', 0),
  }
}

function newPerson({ email, passwordHash, fullName, browserToken }: NewAccount): Person {
  const account = { id: randomUUID(), passwordHash, approvalStatus: 'pending' as const }
  const nothingYet = { isConfirmed: false, isProven: false, isDecided: false }
  return {
    email,
    fullName,
    account,
    browserToken,
    ...nothingYet,
    confirmLinks: new Map(),
    resetLinks: new Map(),
  }
}

function toMember({ email, fullName, account }: Person): Member {
  return { id: account.id, email, fullName, avatarUrl: null, approvalStatus: account.approvalStatus }
}

function cookie(value: string, maxAge: number): SessionCookie {
  const attributes = { httpOnly: true, secure: true, sameSite: 'lax', path: '/', maxAge } as const
  return { name: '__Host-session', value, attributes }
}

/** What the rules of accounts work on, and what an administrator, a mailbox and the time can do besides. */
export interface MemoryPortal {
  accounts: Accounts
  sessions: Sessions
  confirmations: Confirmations
  signUpProofs: SignUpProofs
  newSignUpCookie: () => HostCookie
  passwordResets: PasswordResets
  devices: Devices
  rateLimits: RateLimits
  clock: Clock
  decide(email: Email, status: ApprovalStatus): Promise<void>
  /** Puts the address on the roster. */
  addToRoster(email: Email): Promise<void>
  sessionCount(): Promise<number>
  /** All that was sent, oldest first. */
  mails(): Promise<readonly Mail[]>
  isConfirmed(email: Email): Promise<boolean>
  /** Lets time go by. */
  pass(seconds: number): Promise<void>
}
