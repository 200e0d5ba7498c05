import { randomBytes } from 'node:crypto'
import type {
  ApprovalStatus,
  Confirmations,
  Limit,
  PasswordResets,
  RateLimits,
  SignUpProofs,
} from '#src/server/vendors/ports.ts'
import type { Email } from '#src/shared/forms.ts'
import type { Memory, Person } from './memory.ts'

const HOUR_MS = 60 * 60 * 1000
const WEEK_MS = 7 * 24 * HOUR_MS

export function memoryConfirmations(memory: Memory, rateLimits: RateLimits): Confirmations {
  return {
    confirm(token, browserToken) {
      const person = ownerOf(memory, 'confirmLinks', token)
      if (!person) return Promise.resolve(null)
      person.isConfirmed = true
      person.isProven ||= person.browserToken === browserToken
      const isExpected = memory.roster.get(person.email) === false
      letIn(memory, person)
      return Promise.resolve(isExpected && !person.isProven ? 'password_needed' : 'confirmed')
    },
    discard(token) {
      const person = ownerOf(memory, 'confirmLinks', token)
      if (!person) return Promise.resolve(null)
      if (person.isDecided) return Promise.resolve('decided')
      memory.people.delete(person.email)
      memory.mails = memory.mails.filter(({ to }) => to !== person.email)
      return Promise.resolve('sign_up')
    },
    async resend(email, limits) {
      const person = await admitted(memory, rateLimits, email, limits)
      if (!person || person.isConfirmed) return
      memory.mails.push({ kind: 'confirm_email', to: email, token: newConfirmLink(person, memory.clock()) })
    },
  }
}

export function memorySignUpProofs(memory: Memory): SignUpProofs {
  const find = (token: string) => ownerOf(memory, 'confirmLinks', token)
  const takesPassword = ({ isProven, isDecided }: Person) => !isProven && !isDecided
  return {
    find(token) {
      const person = find(token)
      if (!person) return Promise.resolve(null)
      const { id, passwordHash } = person.account
      return Promise.resolve({ id, passwordHash, takesPassword: takesPassword(person) })
    },
    prove(token, passwordHash) {
      const person = find(token)
      if (person?.account.passwordHash !== passwordHash) return Promise.resolve(false)
      person.isConfirmed = true
      person.isProven = true
      letIn(memory, person)
      return Promise.resolve(true)
    },
    setPassword(token, passwordHash) {
      const person = find(token)
      if (!person || !takesPassword(person)) return Promise.resolve(null)
      person.isConfirmed = true
      replacePassword(memory, person, passwordHash)
      return Promise.resolve(person.account.id)
    },
  }
}

export function memoryPasswordResets(memory: Memory, rateLimits: RateLimits): PasswordResets {
  return {
    async request(email, limit) {
      const person = await admitted(memory, rateLimits, email, [limit])
      if (!person) return
      const token = newToken()
      person.resetLinks.set(token, memory.clock() + HOUR_MS)
      memory.mails.push({ kind: 'reset_password', to: email, token })
    },
    isOpen: (token) => Promise.resolve(ownerOf(memory, 'resetLinks', token) !== null),
    redeem(token, passwordHash) {
      const person = ownerOf(memory, 'resetLinks', token)
      if (!person) return Promise.resolve(null)
      replacePassword(memory, person, passwordHash)
      return Promise.resolve(person.account.id)
    },
  }
}

export function newConfirmLink(person: Person, nowMs: number): string {
  const token = newToken()
  person.confirmLinks.set(token, nowMs + WEEK_MS)
  return token
}

/** What a decision does, by the roster or by anybody. */
export function decideAbout(memory: Memory, person: Person, status: ApprovalStatus): void {
  if (person.account.approvalStatus === status) return
  person.account.approvalStatus = status
  person.isDecided = true
  if (memory.roster.has(person.email)) memory.roster.set(person.email, true)
}

function letIn(memory: Memory, person: Person): void {
  const isProven = person.isConfirmed && person.isProven && !person.isDecided
  if (isProven && memory.roster.get(person.email) === false) decideAbout(memory, person, 'approved')
}

function replacePassword(memory: Memory, person: Person, passwordHash: string): void {
  person.account.passwordHash = passwordHash
  person.isProven = true
  person.resetLinks.clear()
  for (const owned of [memory.sessions, memory.devices]) {
    for (const [key, owner] of owned) if (owner === person) owned.delete(key)
  }
  memory.mails.push({ kind: 'password_changed', to: person.email, token: null })
  letIn(memory, person)
}

async function admitted({ people }: Memory, rateLimits: RateLimits, email: Email, limits: readonly Limit[]) {
  for (const limit of limits) if (!(await rateLimits.take(limit, email)).ok) return null
  return people.get(email) ?? null
}

function ownerOf({ people, clock }: Memory, links: 'confirmLinks' | 'resetLinks', token: string) {
  return [...people.values()].find((person) => (person[links].get(token) ?? 0) > clock()) ?? null
}

function newToken(): string {
  return randomBytes(32).toString('base64url')
}
