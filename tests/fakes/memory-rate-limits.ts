import type { Clock, Limit, RateLimits, TooManyAttempts } from '#src/server/vendors/ports.ts'
import { SECOND_MS } from '#src/shared/units.ts'

const FOREVER_AGO = -Infinity

/** Limits of this process alone, by the same rules as `take_attempt` in the database. */
export function createMemoryRateLimits(clock: Clock): RateLimits {
  const counts = new Map<string, Count>()

  return {
    take(limit, subject) {
      const nowMs = clock()
      const key = keyOf(limit, subject)
      const seen = liveCount(counts, key, nowMs) ?? newCount(limit, nowMs)
      if (seen.blockedUntilMs > nowMs) return Promise.resolve(refusal(seen.blockedUntilMs - nowMs))
      counts.set(key, counted(seen, limit, nowMs))
      return Promise.resolve({ ok: true })
    },

    peek(limit, subject) {
      const nowMs = clock()
      const seen = liveCount(counts, keyOf(limit, subject), nowMs)
      const isBlocked = seen && seen.blockedUntilMs > nowMs
      return Promise.resolve(isBlocked ? refusal(seen.blockedUntilMs - nowMs) : { ok: true })
    },

    giveBack(limit, subject) {
      const seen = counts.get(keyOf(limit, subject))
      if (seen) {
        seen.attempts = Math.max(0, seen.attempts - 1)
        seen.blockedUntilMs = FOREVER_AGO
      }
      return Promise.resolve()
    },

    forget(limit, subject) {
      counts.delete(keyOf(limit, subject))
      return Promise.resolve()
    },
  }
}

function counted(seen: Count, limit: Limit, nowMs: number): Count {
  const attempts = seen.attempts + 1
  const isPaused = limit.longestPauseSeconds !== undefined
  const forgottenAtMs = isPaused ? nowMs + limit.seconds * SECOND_MS : seen.forgottenAtMs
  if (attempts < limit.allowed) return { attempts, forgottenAtMs, blockedUntilMs: FOREVER_AGO }
  const pauseSeconds = Math.min(limit.longestPauseSeconds ?? 0, 2 ** (attempts - limit.allowed))
  const blockedUntilMs = isPaused ? nowMs + pauseSeconds * SECOND_MS : forgottenAtMs
  return { attempts, forgottenAtMs, blockedUntilMs }
}

function liveCount(counts: Map<string, Count>, key: string, nowMs: number): Count | null {
  const seen = counts.get(key)
  return seen && seen.forgottenAtMs > nowMs ? seen : null
}

function newCount(limit: Limit, nowMs: number): Count {
  return { attempts: 0, blockedUntilMs: FOREVER_AGO, forgottenAtMs: nowMs + limit.seconds * SECOND_MS }
}

function refusal(waitMs: number): TooManyAttempts {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / SECOND_MS))
  return { ok: false, code: 'too_many_attempts', retryAfterSeconds }
}

function keyOf({ name }: Limit, subject: string): string {
  return `${name}:${subject}`
}

interface Count {
  attempts: number
  blockedUntilMs: number
  forgottenAtMs: number
}
