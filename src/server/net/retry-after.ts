import { DAY_MS, SECOND_MS } from '#src/shared/units.ts'

/** What a `Retry-After` header asks for, at most a day; null when it is absent or means nothing (RFC 9110, 10.2.3). */
export function readRetryAfterMs(header: string | null, now = Date.now()): number | null {
  if (!header) return null
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * SECOND_MS : Date.parse(header) - now
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), DAY_MS) : null
}
