import type { OutageCode } from '#src/shared/failure.ts'
import { ACTION_BODY_MAX_BYTES, AVATAR_MAX_BYTES } from '#src/shared/field-limits.ts'
import { ACTIONS_PREFIX } from '#src/shared/paths.ts'
import { PEOPLE_BODY_MAX_BYTES } from '#src/shared/people/people.ts'
import {
  DECISIONS_PER_MEMBER,
  type Limit,
  TEST_MAILS_PER_MEMBER,
  UPLOADS_PER_MEMBER,
} from '../limits/attempt-limits.ts'
import * as responses from './responses.ts'

const forAdmins = { for: 'admins', limit: DECISIONS_PER_MEMBER } as const

/** Every action, with what is checked before its body is read. One that isn't listed doesn't exist. */
export const endpoints = {
  'auth.signUp': { for: 'anyone' },
  'auth.confirmEmail': { for: 'anyone' },
  'auth.confirmEmailChange': { for: 'anyone' },
  'auth.discardSignUp': { for: 'anyone' },
  'auth.readEmailRestore': { for: 'anyone' },
  'auth.restoreEmail': { for: 'anyone' },
  'auth.resendConfirmation': { for: 'anyone' },
  'auth.signIn': { for: 'anyone' },
  'auth.signOut': { for: 'anyone', takes: 'nothing', outage: 'sign_out_failed' },
  'auth.requestPasswordReset': { for: 'anyone', outage: 'reset_request_failed' },
  'auth.readPasswordLink': { for: 'anyone' },
  'auth.resetPassword': { for: 'anyone', outage: 'reset_failed' },
  'account.keepAccount': { for: 'anyone' },
  'account.readProfile': { for: 'members', takes: 'nothing' },
  'account.updateProfile': { for: 'members', outage: 'profile_update_failed' },
  'account.uploadAvatar': {
    for: 'members',
    takes: 'picture',
    limit: UPLOADS_PER_MEMBER,
    outage: 'avatar_upload_failed',
  },
  'account.removeAvatar': { for: 'members', takes: 'nothing', outage: 'profile_update_failed' },
  'account.changePassword': { for: 'members' },
  'account.requestEmailChange': { for: 'members' },
  'account.cancelEmailChange': { for: 'members', takes: 'nothing' },
  'account.listSessions': { for: 'members', takes: 'nothing' },
  'account.endSession': { for: 'members' },
  'account.endOtherSessions': { for: 'members', takes: 'nothing' },
  'account.readMailings': { for: 'members', takes: 'nothing' },
  'account.chooseMailing': { for: 'members' },
  'account.exportData': { for: 'members', takes: 'nothing' },
  'account.readDeletion': { for: 'members', takes: 'nothing' },
  'account.keepOwnAccount': { for: 'members', takes: 'nothing' },
  'account.requestDeletion': { for: 'members' },
  'calendar.readFeeds': { for: 'members', takes: 'nothing' },
  'calendar.addFeed': { for: 'members', takes: 'nothing' },
  'calendar.endFeeds': { for: 'members', takes: 'nothing' },
  'due.read': { for: 'admins', takes: 'nothing' },
  'due.remind': forAdmins,
  'due.match': forAdmins,
  'due.unmatch': forAdmins,
  'due.addForm': forAdmins,
  'due.endForm': forAdmins,
  'edit.createToken': { for: 'editors' },
  'edit.sendTest': { for: 'editors', limit: TEST_MAILS_PER_MEMBER },
  'members.list': { for: 'members' },
  'members.readFilters': { for: 'members', takes: 'nothing' },
  'members.readOwn': { for: 'members', takes: 'nothing' },
  'members.saveOwn': { for: 'members', outage: 'profile_update_failed' },
  'notes.read': { for: 'members', takes: 'nothing' },
  'notes.remove': { for: 'members' },
  'notes.save': { for: 'members' },
  'passkeys.startSignIn': { for: 'anyone', takes: 'nothing' },
  'passkeys.signIn': { for: 'anyone' },
  'passkeys.startAdding': { for: 'members' },
  'passkeys.add': { for: 'members' },
  'passkeys.startConfirming': { for: 'members', takes: 'nothing' },
  'passkeys.confirm': { for: 'members' },
  'passkeys.list': { for: 'members', takes: 'nothing' },
  'passkeys.remove': { for: 'members' },
  'passkeys.decline': { for: 'members', takes: 'nothing' },
  'people.list': { for: 'admins' },
  'people.count': { for: 'admins', takes: 'nothing' },
  'people.passwordAllowance': { for: 'admins', takes: 'nothing' },
  'people.read': { for: 'admins' },
  'people.act': forAdmins,
  'people.describe': forAdmins,
  'people.setGroups': forAdmins,
  'people.previewInvitation': { for: 'admins' },
  'people.invite': { ...forAdmins, takes: 'people' },
  'progress.list': { for: 'members' },
  'progress.save': { for: 'members' },
} as const satisfies Record<string, Endpoint>

// Our pages never send such a body.
const errorCodes = { tooLarge: 'request_too_large', wrongType: 'unexpected' } as const

export const bodies = {
  json: { type: 'application/json', maxBytes: ACTION_BODY_MAX_BYTES, ...errorCodes },
  people: { type: 'application/json', maxBytes: PEOPLE_BODY_MAX_BYTES, ...errorCodes },
  picture: {
    type: 'application/octet-stream',
    maxBytes: AVATAR_MAX_BYTES,
    tooLarge: 'avatar_too_large',
    wrongType: 'avatar_wrong_type',
  },
  // Outdated pages send an empty form, which isn't read.
  nothing: { type: null, maxBytes: ACTION_BODY_MAX_BYTES, ...errorCodes },
} as const

/** By method, path and headers of an unsafe request; or the refusal. The caller checks origin and session. */
export function findEndpoint(request: Request): Endpoint | Response {
  const { pathname } = new URL(request.url)
  if (request.method !== 'POST') return responses.methodNotAllowed()

  const endpoint = endpointAt(pathname)
  // Most likely an outdated page.
  if (!endpoint) return responses.actionRefusal('NOT_FOUND', 'page_outdated')
  const { type, maxBytes, tooLarge, wrongType } = bodies[endpoint.takes ?? 'json']
  // The declared length; reading the body checks the real one.
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes)
    return responses.actionRefusal('CONTENT_TOO_LARGE', tooLarge)
  // Ignores parameters such as a charset.
  const given = request.headers.get('content-type')?.replace(/;.*/, '').trim().toLowerCase()
  if (type && given !== type) return responses.actionRefusal('UNSUPPORTED_MEDIA_TYPE', wrongType)
  return endpoint
}

/** null for anything but the exact path of an action. */
export function endpointAt(pathname: string): Endpoint | null {
  if (!pathname.startsWith(ACTIONS_PREFIX)) return null
  const name = pathname.slice(ACTIONS_PREFIX.length)
  return Object.hasOwn(endpoints, name) ? endpoints[name as keyof typeof endpoints] : null
}

export interface Endpoint {
  /** SQL checks the role of administrators again. */
  for: 'anyone' | 'members' | 'editors' | 'admins'
  /** Default: JSON of at most 64 KiB. */
  takes?: 'people' | 'picture' | 'nothing'
  /** Per member. */
  limit?: Limit
  /** What the page says during an outage. Default: `unexpected`. */
  outage?: OutageCode
}
