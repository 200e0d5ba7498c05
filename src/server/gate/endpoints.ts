import { ACTION_BODY_MAX_BYTES, AVATAR_MAX_BYTES } from '#src/shared/field-limits.ts'
import { ACTIONS_PREFIX } from '#src/shared/paths.ts'
import { PEOPLE_BODY_MAX_BYTES } from '#src/shared/people/people.ts'
import * as answers from './answers.ts'

/**
 * Who may call each action and what body it takes, so that requests are judged before their body is read. An action that
 * isn't listed doesn't exist.
 */
const endpoints = {
  'auth.signUp': { for: 'anyone', takes: 'json' },
  'auth.confirmEmail': { for: 'anyone', takes: 'json' },
  'auth.confirmEmailChange': { for: 'anyone', takes: 'json' },
  'auth.discardSignUp': { for: 'anyone', takes: 'json' },
  'auth.readEmailRestore': { for: 'anyone', takes: 'json' },
  'auth.restoreEmail': { for: 'anyone', takes: 'json' },
  'auth.resendConfirmation': { for: 'anyone', takes: 'json' },
  'auth.signIn': { for: 'anyone', takes: 'json' },
  'auth.signOut': { for: 'anyone', takes: 'nothing' },
  'auth.requestPasswordReset': { for: 'anyone', takes: 'json' },
  'auth.readPasswordLink': { for: 'anyone', takes: 'json' },
  'auth.resetPassword': { for: 'anyone', takes: 'json' },
  'account.keepAccount': { for: 'anyone', takes: 'json' },
  'account.readProfile': { for: 'members', takes: 'nothing' },
  'account.updateProfile': { for: 'members', takes: 'json' },
  'account.uploadAvatar': { for: 'members', takes: 'picture' },
  'account.removeAvatar': { for: 'members', takes: 'nothing' },
  'account.changePassword': { for: 'members', takes: 'json' },
  'account.requestEmailChange': { for: 'members', takes: 'json' },
  'account.cancelEmailChange': { for: 'members', takes: 'nothing' },
  'account.listSessions': { for: 'members', takes: 'nothing' },
  'account.endSession': { for: 'members', takes: 'json' },
  'account.endOtherSessions': { for: 'members', takes: 'nothing' },
  'account.readEmailPreferences': { for: 'members', takes: 'nothing' },
  'account.setEmailPreference': { for: 'members', takes: 'json' },
  'account.exportData': { for: 'members', takes: 'nothing' },
  'account.readDeletion': { for: 'members', takes: 'nothing' },
  'account.requestDeletion': { for: 'members', takes: 'json' },
  'calendar.readFeeds': { for: 'members', takes: 'nothing' },
  'calendar.addFeed': { for: 'members', takes: 'nothing' },
  'calendar.endFeeds': { for: 'members', takes: 'nothing' },
  'due.read': { for: 'members', takes: 'nothing' },
  'due.remind': { for: 'members', takes: 'json' },
  'due.match': { for: 'members', takes: 'json' },
  'due.unmatch': { for: 'members', takes: 'json' },
  'due.addForm': { for: 'members', takes: 'json' },
  'due.endForm': { for: 'members', takes: 'json' },
  'members.list': { for: 'members', takes: 'nothing' },
  'members.readOwn': { for: 'members', takes: 'nothing' },
  'members.saveOwn': { for: 'members', takes: 'json' },
  'notes.read': { for: 'members', takes: 'nothing' },
  'notes.remove': { for: 'members', takes: 'json' },
  'notes.save': { for: 'members', takes: 'json' },
  'people.list': { for: 'members', takes: 'json' },
  'people.read': { for: 'members', takes: 'json' },
  'people.act': { for: 'members', takes: 'json' },
  'people.describe': { for: 'members', takes: 'json' },
  'people.invite': { for: 'members', takes: 'people' },
  'progress.list': { for: 'members', takes: 'json' },
  'progress.save': { for: 'members', takes: 'json' },
} as const satisfies Record<string, Endpoint>

/** Errors for bodies that our pages never send. */
const ours = { tooLarge: 'request_too_large', wrongType: 'unexpected' } as const

/** The content type of each kind of body. A picture is sent as raw bytes, without a form. */
const bodies = {
  json: { type: 'application/json', maxBytes: ACTION_BODY_MAX_BYTES, ...ours },
  people: { type: 'application/json', maxBytes: PEOPLE_BODY_MAX_BYTES, ...ours },
  picture: {
    type: 'application/octet-stream',
    maxBytes: AVATAR_MAX_BYTES,
    tooLarge: 'avatar_too_large',
    wrongType: 'avatar_wrong_type',
  },
  // Outdated pages send an empty form, which isn't read.
  nothing: { type: null, maxBytes: ACTION_BODY_MAX_BYTES, ...ours },
} as const

/**
 * Finds the endpoint of an unsafe request by its method, path and headers. The caller has checked the origin and still has to
 * check the session.
 */
export function findEndpoint(request: Request): { endpoint: Endpoint } | { refusal: Response } {
  const { pathname } = new URL(request.url)
  if (request.method !== 'POST') return { refusal: answers.methodNotAllowed() }

  const endpoint = endpointAt(pathname)
  // Most likely an outdated page.
  if (!endpoint) return { refusal: answers.actionRefusal('NOT_FOUND', 'page_outdated') }
  const { type, maxBytes, tooLarge, wrongType } = bodies[endpoint.takes]
  // The declared length; reading the body checks the real one.
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes)
    return { refusal: answers.actionRefusal('CONTENT_TOO_LARGE', tooLarge) }
  // Ignores parameters such as a charset.
  const given = request.headers.get('content-type')?.replace(/;.*/, '').trim().toLowerCase()
  if (type && given !== type) return { refusal: answers.actionRefusal('UNSUPPORTED_MEDIA_TYPE', wrongType) }
  return { endpoint }
}

/** null for anything but the exact path of an action. */
export function endpointAt(pathname: string): Endpoint | null {
  if (!pathname.startsWith(ACTIONS_PREFIX)) return null
  const name = pathname.slice(ACTIONS_PREFIX.length)
  return Object.hasOwn(endpoints, name) ? endpoints[name as ActionName] : null
}

export interface Endpoint {
  for: 'anyone' | 'members'
  takes: 'json' | 'people' | 'picture' | 'nothing'
}

export type ActionName = keyof typeof endpoints

/** Names of the actions for this audience. */
export type ActionFor<Whom extends Endpoint['for']> = {
  [Name in ActionName]: (typeof endpoints)[Name]['for'] extends Whom ? Name : never
}[ActionName]
