import { ACTION_BODY_MAX_BYTES, AVATAR_MAX_BYTES } from '#src/shared/limits.ts'
import { ACTIONS_PREFIX, AVATARS_PREFIX, publicErrorScreens } from '#src/shared/paths.ts'
import type { LogEntry } from '../log.ts'
import * as answers from './answers.ts'
import { canonicalPath } from './canonical-path.ts'

/**
 * What each action takes, and from whom: all that can be judged before a byte of its body is read. An action that is
 * not listed does not exist.
 */
const endpoints = {
  'auth.signUp': { for: 'anyone', takes: 'json' },
  'auth.confirmEmail': { for: 'anyone', takes: 'json' },
  'auth.discardSignUp': { for: 'anyone', takes: 'json' },
  'auth.resendConfirmation': { for: 'anyone', takes: 'json' },
  'auth.signIn': { for: 'anyone', takes: 'json' },
  'auth.signOut': { for: 'anyone', takes: 'nothing' },
  'auth.requestPasswordReset': { for: 'anyone', takes: 'json' },
  'auth.resetPassword': { for: 'anyone', takes: 'json' },
  'account.keepAccount': { for: 'anyone', takes: 'json' },
  'account.readProfile': { for: 'members', takes: 'nothing' },
  'account.updateProfile': { for: 'members', takes: 'json' },
  'account.uploadAvatar': { for: 'members', takes: 'picture' },
  'account.removeAvatar': { for: 'members', takes: 'nothing' },
  'account.changePassword': { for: 'members', takes: 'json' },
  'account.requestEmailChange': { for: 'members', takes: 'json' },
  'account.listSessions': { for: 'members', takes: 'nothing' },
  'account.endSession': { for: 'members', takes: 'json' },
  'account.endOtherSessions': { for: 'members', takes: 'nothing' },
  'account.exportData': { for: 'members', takes: 'nothing' },
  'account.requestDeletion': { for: 'members', takes: 'json' },
  'approvals.read': { for: 'members', takes: 'json' },
  'approvals.decide': { for: 'members', takes: 'json' },
  'calendar.readFeed': { for: 'members', takes: 'nothing' },
  'calendar.renewFeed': { for: 'members', takes: 'nothing' },
  'calendar.endFeed': { for: 'members', takes: 'nothing' },
  'notes.read': { for: 'members', takes: 'nothing' },
  'notes.save': { for: 'members', takes: 'json' },
  'progress.read': { for: 'members', takes: 'nothing' },
  'progress.save': { for: 'members', takes: 'json' },
} as const satisfies Record<string, Endpoint>

/** A form with a picture says what is wrong with it; no other body is wrong by anybody's mistake. */
const unexpected = { tooLarge: 'unexpected', wrongType: 'unexpected' } as const

/** The one content type of each kind of body. A picture comes as its bytes: no form has to be taken apart for it. */
const bodies = {
  json: { type: 'application/json', maxBytes: ACTION_BODY_MAX_BYTES, ...unexpected },
  picture: {
    type: 'application/octet-stream',
    maxBytes: AVATAR_MAX_BYTES,
    tooLarge: 'avatar_too_large',
    wrongType: 'avatar_wrong_type',
  },
  // Pages that are older than the site send an empty form, which stays unread.
  nothing: { type: null, maxBytes: ACTION_BODY_MAX_BYTES, ...unexpected },
} as const

/**
 * Judges a request that may change something by its method, its address and its headers alone; where it came from has
 * been judged before. The caller still has to ask for the session of a member.
 */
export function findEndpoint(request: Request): { endpoint: Endpoint } | { refusal: Response } {
  const { pathname } = new URL(request.url)
  if (canonicalPath(pathname).kind === 'malformed') return { refusal: answers.badRequest() }
  if (request.method !== 'POST') return { refusal: answers.methodNotAllowed() }

  const endpoint = endpointAt(pathname)
  if (!endpoint) return { refusal: answers.noAction() }
  const { type, maxBytes, tooLarge, wrongType } = bodies[endpoint.takes]
  if (lengthOf(request) > maxBytes) return { refusal: answers.tooLarge(tooLarge) }
  if (type && typeOf(request) !== type) return { refusal: answers.wrongType(wrongType) }
  return { endpoint }
}

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

/**
 * One line of the log for each call of an action: which one and how it ended (ASVS 5.0 V16.3: sign-in, sign-out, reset). It
 * holds nothing about a person. null when no action was called.
 */
export function auditLine(request: Request, status: number, ms: number): LogEntry | null {
  const { pathname } = new URL(request.url)
  if (!pathname.startsWith(ACTIONS_PREFIX)) return null

  const action = isAction(pathname) ? pathname.slice(ACTIONS_PREFIX.length) : 'unknown'
  return { code: 'action', facts: { action, status, ms: Math.round(ms) }, request }
}

/** Whether an action has this very address. */
export function isAction(pathname: string): boolean {
  return endpointAt(pathname) !== null
}

/** null for every address but the one an action has: no other spelling reaches it. */
function endpointAt(pathname: string): Endpoint | null {
  if (!pathname.startsWith(ACTIONS_PREFIX)) return null
  const name = pathname.slice(ACTIONS_PREFIX.length)
  return Object.hasOwn(endpoints, name) ? endpoints[name as ActionName] : null
}

/** What the request claims; the reader of the body counts it besides. */
function lengthOf({ headers }: Request): number {
  return Number(headers.get('content-length') ?? 0)
}

/** Without parameters such as a charset. */
function typeOf({ headers }: Request): string | undefined {
  return headers.get('content-type')?.replace(/;.*/, '').trim().toLowerCase()
}

export interface Endpoint {
  for: 'anyone' | 'members'
  takes: 'json' | 'picture' | 'nothing'
}

export type ActionName = keyof typeof endpoints

/** The actions that are for these people. */
export type ActionFor<Whom extends Endpoint['for']> = {
  [Name in ActionName]: (typeof endpoints)[Name]['for'] extends Whom ? Name : never
}[ActionName]
