import { ACTIONS_PREFIX, AVATARS_PREFIX, FEEDS_PREFIX, SUBMISSIONS_PREFIX } from '#src/shared/paths.ts'
import type { LogEntry } from '../log.ts'
import { canonicalPath } from './canonical-path.ts'
import { endpointAt } from './endpoints.ts'

/** Safe methods (RFC 9110, section 9.2.1) that this site supports. */
export function isSafeMethod(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}

/**
 * Whether a page of this site made the request, by `Origin` or, only without one, by `Sec-Fetch-Site`. false with neither
 * (OWASP CSRF Prevention: "Verifying Origin").
 */
export function isSameOrigin(headers: Headers, siteUrl: string): boolean {
  const origin = headers.get('origin')
  return origin === null ? headers.get('sec-fetch-site') === 'same-origin' : origin === siteUrl
}

/**
 * Whether this is `/submissions/<secret>/<deadline>`, which the function looks up. false with `?_action=`, by which Astro would
 * run an action.
 */
export function isSubmissionUrl({ pathname, searchParams }: URL): boolean {
  return SUBMISSION_PATH.test(pathname) && !searchParams.has('_action')
}

const SUBMISSION_PATH = /^\/submissions\/[0-9a-f]{64}\/[^/]+\/?$/

/** Has no personal data and nothing that a visitor typed (ASVS 5.0 V16.3). */
export function requestLogEntry(request: Request, { status }: Response, ms: number): LogEntry {
  const { pathname } = new URL(request.url)
  const method = isSafeMethod(request.method) || request.method === 'POST' ? request.method : 'other'
  const path = method === 'other' || status === 404 ? null : loggablePath(pathname)
  return { code: 'request', facts: { method, path, status, ms: Math.round(ms) }, request }
}

/** The path of a page or an action; the prefix of pictures, calendar links and submissions; otherwise null. */
export function loggablePath(pathname: string): string | null {
  // What follows is a member's id or a secret.
  const kind = [AVATARS_PREFIX, FEEDS_PREFIX, SUBMISSIONS_PREFIX].find((prefix) =>
    pathname.startsWith(prefix),
  )
  if (kind) return kind
  if (pathname.startsWith(ACTIONS_PREFIX)) return endpointAt(pathname) ? pathname : ACTIONS_PREFIX
  const known = canonicalPath(pathname)
  return known.kind === 'page' && known.path === pathname ? pathname : null
}
