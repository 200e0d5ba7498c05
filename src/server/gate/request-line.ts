import { ACTIONS_PREFIX, AVATARS_PREFIX, FEEDS_PREFIX } from '#src/shared/paths.ts'
import type { LogEntry } from '../log.ts'
import { canonicalPath } from './canonical-path.ts'
import { isAction, isSafeMethod } from './endpoints.ts'

/**
 * One line of the log for each request that the gate answered. It holds nothing about a person and nothing that somebody
 * typed: no query, no token, no address that is no page's.
 */
export function requestLine(request: Request, { status }: Response, ms: number): LogEntry {
  const { pathname } = new URL(request.url)
  const method = isSafeMethod(request.method) || request.method === 'POST' ? request.method : 'other'
  const path = method === 'other' || status === 404 ? null : knownPath(pathname)
  return { code: 'request', facts: { method, path, status, ms: Math.round(ms) }, request }
}

/** A page or an action by its name, pictures and calendars by their kind; null for what cannot be one. */
export function knownPath(pathname: string): string | null {
  // What follows is a member's id, or a member's secret.
  const kind = [AVATARS_PREFIX, FEEDS_PREFIX].find((prefix) => pathname.startsWith(prefix))
  if (kind) return kind
  if (pathname.startsWith(ACTIONS_PREFIX)) return isAction(pathname) ? pathname : ACTIONS_PREFIX
  const known = canonicalPath(pathname)
  return known.kind === 'canonical' ? known.path : null
}
