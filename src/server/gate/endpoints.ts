import { ACTION_BODY_MAX_BYTES, AVATAR_MAX_BYTES } from '#src/shared/field-limits.ts'
import { ACTIONS_PREFIX } from '#src/shared/paths.ts'
import * as answers from './answers.ts'

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
  'approvals.list': { for: 'members', takes: 'nothing' },
  'approvals.decide': { for: 'members', takes: 'json' },
  'approvals.undo': { for: 'members', takes: 'json' },
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
  if (request.method !== 'POST') return { refusal: answers.methodNotAllowed() }

  const endpoint = endpointAt(pathname)
  // Most likely a page asks that is older than the site.
  if (!endpoint) return { refusal: answers.actionRefusal('NOT_FOUND', 'page_outdated') }
  const { type, maxBytes, tooLarge, wrongType } = bodies[endpoint.takes]
  // What the request claims; the reader of the body counts it besides.
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes)
    return { refusal: answers.actionRefusal('CONTENT_TOO_LARGE', tooLarge) }
  // Without parameters such as a charset.
  const given = request.headers.get('content-type')?.replace(/;.*/, '').trim().toLowerCase()
  if (type && given !== type) return { refusal: answers.actionRefusal('UNSUPPORTED_MEDIA_TYPE', wrongType) }
  return { endpoint }
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

export interface Endpoint {
  for: 'anyone' | 'members'
  takes: 'json' | 'picture' | 'nothing'
}

export type ActionName = keyof typeof endpoints

/** The actions that are for these people. */
export type ActionFor<Whom extends Endpoint['for']> = {
  [Name in ActionName]: (typeof endpoints)[Name]['for'] extends Whom ? Name : never
}[ActionName]
