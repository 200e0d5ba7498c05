import { randomBytes } from 'node:crypto'
import type { Confirmations, Limit, PasswordResets, RateLimits } from '#src/server/auth/ports.ts'
import type { Email } from '#src/shared/forms.ts'
import type { Memory, Person } from './memory.ts'

const HOUR_MS = 60 * 60 * 1000
const WEEK_MS = 7 * 24 * HOUR_MS

export function memoryConfirmations(memory: Memory, rateLimits: RateLimits): Confirmations {
  return {
    confirm(token) {
      const person = ownerOf(memory, 'confirmLinks', token)
      if (person) person.isConfirmed = true
      return Promise.resolve(person !== null)
    },
    async resend(email, limits) {
      const person = await admitted(memory, rateLimits, email, limits)
      if (!person || person.isConfirmed) return
      memory.mails.push({ kind: 'confirm_email', to: email, token: newConfirmLink(person, memory.clock()) })
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
      person.account.passwordHash = passwordHash
      person.resetLinks.clear()
      for (const owned of [memory.sessions, memory.devices]) {
        for (const [key, owner] of owned) if (owner === person) owned.delete(key)
      }
      memory.mails.push({ kind: 'password_changed', to: person.email, token: null })
      return Promise.resolve(person.account.id)
    },
  }
}

export function newConfirmLink(person: Person, nowMs: number): string {
  const token = newToken()
  person.confirmLinks.set(token, nowMs + WEEK_MS)
  return token
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
