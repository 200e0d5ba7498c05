import { ACTION_BODY_MAX_BYTES, AVATAR_MAX_BYTES } from '#src/shared/limits.ts'
import { ACTIONS_PREFIX } from '#src/shared/paths.ts'
import * as answers from './answers.ts'
import { canonicalPath } from './canonical-path.ts'

/**
 * What each action takes, and from whom: all that can be judged before a byte of its body is read. An action that is
 * not listed does not exist.
 */
const doors = {
  'auth.signUp': { for: 'anyone', takes: 'json' },
  'auth.confirmEmail': { for: 'anyone', takes: 'json' },
  'auth.discardSignUp': { for: 'anyone', takes: 'json' },
  'auth.proveSignUp': { for: 'anyone', takes: 'json' },
  'auth.setSignUpPassword': { for: 'anyone', takes: 'json' },
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
  'progress.read': { for: 'members', takes: 'nothing' },
  'progress.save': { for: 'members', takes: 'json' },
} as const satisfies Record<string, Door>

/** The one content type of each kind of body. A picture comes as its bytes: no form has to be taken apart for it. */
const bodies = {
  json: { type: 'application/json', maxBytes: ACTION_BODY_MAX_BYTES },
  picture: { type: 'application/octet-stream', maxBytes: AVATAR_MAX_BYTES },
  // Pages that are older than the site send an empty form, which stays unread.
  nothing: { type: null, maxBytes: ACTION_BODY_MAX_BYTES },
} as const

/**
 * Judges a request that may change something by its method, its address and its headers alone; where it came from has
 * been judged before. The caller still has to ask for the session of a member.
 */
export function findDoor(request: Request): { door: Door } | { refusal: Response } {
  const { pathname } = new URL(request.url)
  if (canonicalPath(pathname).kind === 'malformed') return { refusal: answers.badRequest() }
  if (request.method !== 'POST') return { refusal: answers.methodNotAllowed() }

  const door = doorAt(pathname)
  if (!door) return { refusal: answers.noAction() }
  const { type, maxBytes } = bodies[door.takes]
  if (lengthOf(request) > maxBytes) return { refusal: answers.tooLarge(door.takes) }
  if (type && typeOf(request) !== type) return { refusal: answers.wrongType(door.takes) }
  return { door }
}

/** null for every address but the one an action has: no other spelling reaches it. */
function doorAt(pathname: string): Door | null {
  if (!pathname.startsWith(ACTIONS_PREFIX)) return null
  const name = pathname.slice(ACTIONS_PREFIX.length)
  return Object.hasOwn(doors, name) ? doors[name as ActionName] : null
}

/** What the request claims; the reader of the body counts it besides. */
function lengthOf({ headers }: Request): number {
  return Number(headers.get('content-length') ?? 0)
}

/** Without parameters such as a charset. */
function typeOf({ headers }: Request): string | undefined {
  return headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase()
}

export interface Door {
  for: 'anyone' | 'members'
  takes: 'json' | 'picture' | 'nothing'
}

export type ActionName = keyof typeof doors

/** The actions with a door of this kind. */
export type ActionFor<Whom extends Door['for']> = {
  [Name in ActionName]: (typeof doors)[Name]['for'] extends Whom ? Name : never
}[ActionName]
