import * as forms from '#src/shared/forms.ts'
import { ACTION_BODY_MAX_BYTES, AVATAR_MAX_BYTES } from '#src/shared/limits.ts'
import { ACTIONS_PREFIX, UPLOAD_ACTION } from '#src/shared/paths.ts'
import { actionInputs } from '../every-action.ts'

/** What the host takes of a body. */
const HOST_BODY_BYTES = 6 * 1024 * 1024

/** One of each kind that a request can be for. */
export const doors: readonly Door[] = [
  ...['/', '/auth', '/_astro/none'].map((path) => screen('a stranger', path)),
  ...['/', '/video-playlist/cohort-17.json'].map((path) => screen('a member', path)),
  { ...screen('a stranger', '/auth'), method: 'POST', bodyBytes: HOST_BODY_BYTES },
  ...['auth.signUp', 'auth.signIn', 'account.uploadAvatar'].map((name) => action('a stranger', name)),
  ...['account.uploadAvatar', 'account.updateProfile', 'account.requestEmailChange', 'progress.save'].map(
    (name) => action('a member', name),
  ),
]

export function nameOf({ who, method, path }: Door): string {
  return `${who}: ${method} ${path}`
}

function screen(who: Who, path: string): Door {
  return { who, method: 'GET', path, bodyBytes: 0, bodyType: 'application/json', fields: [] }
}

function action(who: Who, name: string): Door {
  const path = ACTIONS_PREFIX + name
  const common = {
    ...screen(who, path),
    method: 'POST',
    fields: fieldsOf(actionInputs()[name] ?? null),
  } as const
  return path === UPLOAD_ACTION
    ? { ...common, bodyBytes: AVATAR_MAX_BYTES, bodyType: 'application/octet-stream' }
    : { ...common, bodyBytes: ACTION_BODY_MAX_BYTES }
}

/** The names of a form of src/shared/forms.ts; of any other input those that inputs have here. */
function fieldsOf(form: string | null): string[] {
  if (form === null) return []
  const known = Object.entries(forms).find(([name]) => name === form)?.[1]
  return known && 'shape' in known ? Object.keys(known.shape) : ['changes', 'token']
}

export interface Door {
  who: Who
  method: 'GET' | 'POST'
  path: string
  /** The most that is read of a body here; 0 for a request without one. */
  bodyBytes: number
  /** What a body is here, when it is what it should be. */
  bodyType: string
  /** What an action reads of its input, by name. */
  fields: readonly string[]
}

export type Who = 'a stranger' | 'a member'
