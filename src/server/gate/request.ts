import { ACTIONS_PREFIX, AVATARS_PREFIX, FEEDS_PREFIX } from '#src/shared/paths.ts'
import type { LogEntry } from '../log.ts'
import { canonicalPath } from './canonical-path.ts'
import { isAction } from './endpoints.ts'

/** Methods that never change anything (RFC 9110, section 9.2.1) and that this site answers. */
export function isSafeMethod(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}

/**
 * Whether a request that may change something was made by a page of this site. An `Origin` equal to ours, or the
 * browser's own word for it; a request that says neither is refused (OWASP CSRF Prevention: "Verifying Origin").
 */
export function isSameOrigin(headers: Headers, siteUrl: string): boolean {
  return headers.get('origin') === siteUrl || headers.get('sec-fetch-site') === 'same-origin'
}

/**
 * One line of the log for each request that the gate answered. It holds nothing about a person and nothing that was
 * typed: no query, no token, no address that is no page's.
 */
export function requestLine(request: Request, { status }: Response, ms: number): LogEntry {
  const { pathname } = new URL(request.url)
  const method = isSafeMethod(request.method) || request.method === 'POST' ? request.method : 'other'
  const path = method === 'other' || status === 404 ? null : logPath(pathname)
  return { code: 'request', facts: { method, path, status, ms: Math.round(ms) }, request }
}

/**
 * One line of the log for each call of an action: which one and how it ended (ASVS 5.0 V16.3: sign-in, sign-out, reset). It
 * holds nothing about a person. null when no action was called.
 */
export function actionLine(request: Request, { status }: Response, ms: number): LogEntry | null {
  const { pathname } = new URL(request.url)
  if (!pathname.startsWith(ACTIONS_PREFIX)) return null
  const action = isAction(pathname) ? pathname.slice(ACTIONS_PREFIX.length) : 'unknown'
  return { code: 'action', facts: { action, status, ms: Math.round(ms) }, request }
}

/** A page or an action by its name, pictures and calendars by their kind; null for what cannot be one. */
export function logPath(pathname: string): string | null {
  // What follows is a member's id, or a member's secret.
  const kind = [AVATARS_PREFIX, FEEDS_PREFIX].find((prefix) => pathname.startsWith(prefix))
  if (kind) return kind
  if (pathname.startsWith(ACTIONS_PREFIX)) return isAction(pathname) ? pathname : ACTIONS_PREFIX
  const known = canonicalPath(pathname)
  return known.kind === 'canonical' ? known.path : null
}
