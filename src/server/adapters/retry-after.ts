const DAY_MS = 86_400_000

/** What a `Retry-After` header asks for, at most a day; null when it is absent or means nothing (RFC 9110, 10.2.3). */
export function readRetryAfterMs(header: string | null, now = Date.now()): number | null {
  if (!header) return null
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), DAY_MS) : null
}
