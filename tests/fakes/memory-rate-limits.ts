import type { Clock, Limit, RateLimits, TooManyAttempts } from '../auth/ports.ts'

const MS_PER_SECOND = 1000
const FOREVER_AGO = -Infinity

/** Beyond so many subjects nobody new is let through: memory is bounded, and no path is unlimited. */
const MAX_SUBJECTS = 10_000

/** Limits of this process alone, by the same rules as `take_attempt` in the database. */
export function createMemoryRateLimits(clock: Clock): RateLimits {
  const counts = new Map<string, Count>()

  return {
    take(limit, subject) {
      const nowMs = clock()
      const key = keyOf(limit, subject)
      const seen = liveCount(counts, key, nowMs) ?? newCount(limit, nowMs)
      if (seen.blockedUntilMs > nowMs) return Promise.resolve(refusal(seen.blockedUntilMs - nowMs))
      if (!counts.has(key) && !hasRoom(counts, nowMs)) {
        return Promise.resolve(refusal(limit.seconds * MS_PER_SECOND))
      }
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
  const forgottenAtMs = isPaused ? nowMs + limit.seconds * MS_PER_SECOND : seen.forgottenAtMs
  if (attempts < limit.allowed) return { attempts, forgottenAtMs, blockedUntilMs: FOREVER_AGO }
  const pauseSeconds = Math.min(limit.longestPauseSeconds ?? 0, 2 ** (attempts - limit.allowed))
  const blockedUntilMs = isPaused ? nowMs + pauseSeconds * MS_PER_SECOND : forgottenAtMs
  return { attempts, forgottenAtMs, blockedUntilMs }
}

function liveCount(counts: Map<string, Count>, key: string, nowMs: number): Count | null {
  const seen = counts.get(key)
  return seen && seen.forgottenAtMs > nowMs ? seen : null
}

function hasRoom(counts: Map<string, Count>, nowMs: number): boolean {
  if (counts.size < MAX_SUBJECTS) return true
  for (const [key, { forgottenAtMs }] of counts) if (forgottenAtMs <= nowMs) counts.delete(key)
  return counts.size < MAX_SUBJECTS
}

function newCount(limit: Limit, nowMs: number): Count {
  return { attempts: 0, blockedUntilMs: FOREVER_AGO, forgottenAtMs: nowMs + limit.seconds * MS_PER_SECOND }
}

function refusal(waitMs: number): TooManyAttempts {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / MS_PER_SECOND))
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
