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
 * Whether this is a form tool's address: a secret, and one segment in any spelling, which the function judges as a deadline's
 * name. false with the query by which Astro would run an action at any route.
 */
export function isFormAddress({ pathname, searchParams }: URL): boolean {
  return FORM_ADDRESS.test(pathname) && !searchParams.has('_action')
}

const FORM_ADDRESS = /^\/submissions\/[0-9a-f]{64}\/[^/]+\/?$/

/**
 * The log line of a request (ASVS 5.0 V16.3). Contains no personal data and nothing typed: no query, no token, no path but those
 * of pages and actions.
 */
export function requestLine(request: Request, { status }: Response, ms: number): LogEntry {
  const { pathname } = new URL(request.url)
  const method = isSafeMethod(request.method) || request.method === 'POST' ? request.method : 'other'
  const path = method === 'other' || status === 404 ? null : logPath(pathname)
  return { code: 'request', facts: { method, path, status, ms: Math.round(ms) }, request }
}

/** The path to log: of a page or an action the whole path, of pictures, calendar links and forms the prefix; otherwise null. */
export function logPath(pathname: string): string | null {
  // The rest holds a member's id or a secret.
  const kind = [AVATARS_PREFIX, FEEDS_PREFIX, SUBMISSIONS_PREFIX].find((prefix) =>
    pathname.startsWith(prefix),
  )
  if (kind) return kind
  if (pathname.startsWith(ACTIONS_PREFIX)) return endpointAt(pathname) ? pathname : ACTIONS_PREFIX
  const known = canonicalPath(pathname)
  return known.kind === 'page' && known.path === pathname ? pathname : null
}
