import { ACTIONS_PREFIX, AVATARS_PREFIX, publicErrorScreens } from '#src/shared/paths.ts'

/** What can be told from a request before anything is looked up. */

/** What the function renders, and what Astro shows when that fails; everything else is a file. */
const ON_DEMAND = [ACTIONS_PREFIX, AVATARS_PREFIX, ...publicErrorScreens] as const

/**
 * Whether the middleware runs at the edge, in front of the whole site, rather than in the function. Only the route tells:
 * at the edge none has been matched yet. Astro does not promise that, so any other route throws and nothing is served:
 * an edge that took itself for the function would let every page through.
 */
export function isAtEdge({ routePattern }: { routePattern: string }): boolean {
  if (routePattern === '') return true
  if (ON_DEMAND.some((prefix) => routePattern.startsWith(prefix))) return false
  throw new Error(`Neither the edge nor the function has the route ${routePattern}`)
}

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

/** The shape of an action's name; anything else in a path is user input and is not repeated. */
const ACTION_NAME = /^[a-z]+\.[a-zA-Z]+$/

/**
 * One line of the log for each call of an action: which one and how it ended (ASVS 5.0 V16.3: sign-in, sign-out, reset). It
 * holds nothing about a person; the request's id leads to the host's own log. null when no action was called.
 */
export function auditLine(request: Request, status: number): AuditLine | null {
  const { pathname } = new URL(request.url)
  if (!pathname.startsWith(ACTIONS_PREFIX)) return null

  const name = pathname.slice(ACTIONS_PREFIX.length)
  return { code: 'action', facts: { action: ACTION_NAME.test(name) ? name : 'unknown', status }, request }
}

interface AuditLine {
  code: 'action'
  facts: { action: string; status: number }
  request: Request
}
