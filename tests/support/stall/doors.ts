import * as forms from '#src/shared/forms.ts'
import { ACTION_BODY_MAX_BYTES, AVATAR_MAX_BYTES } from '#src/shared/limits.ts'
import {
  ACTIONS_PREFIX,
  publicFiles,
  publicScreens,
  SIGN_OUT_ACTION,
  UPLOAD_ACTION,
} from '#src/shared/paths.ts'
import { pathOf, readBuiltSite } from '../built-site.ts'
import { actionInputs } from '../every-action.ts'

const JSON_TYPE = 'application/json'

/** What the host takes of a body, whoever it is for. */
const HOST_BODY_BYTES = 6 * 1024 * 1024

/** A member and a version as there could be, of a picture that is not there. */
const PICTURE = '/avatars/00000000-0000-4000-8000-000000000000/avatar.webp?v=0000000000000000000000000'

export interface Door {
  who: Who
  method: 'GET' | 'POST'
  path: string
  /** The most that is read of a body here; 0 where nobody would send one. */
  bodyBytes: number
  /** What a body is here, when it is what it should be. */
  bodyType: string
  /** What an action reads of its input, by name. */
  fields: readonly string[]
}

export type Who = 'a stranger' | 'a member' | 'a pending member'

/** Every door that a stranger and a member can knock at. The one that ends a session comes last. */
export function everyDoor(): Door[] {
  const doors = [
    ...screens('a stranger', strangersPaths()),
    ...screens('a stranger', protectedPaths()),
    ...screens('a member', [...protectedPaths(), '/auth', '/start', '/no-such-page']),
    ...screens('a pending member', ['/leaderboard']),
    ...['/auth', '/leaderboard', '/_astro/none', '/avatars/none'].map((path) => postDoor('a stranger', path)),
    ...actions('a stranger'),
    ...actions('a member'),
  ]
  return doors.toSorted((a, b) => Number(a.path === SIGN_OUT_ACTION) - Number(b.path === SIGN_OUT_ACTION))
}

export function nameOf({ who, method, path }: Door): string {
  return `${who}: ${method} ${path}`
}

function strangersPaths(): string[] {
  const { publicFiles: files, read } = readBuiltSite()
  const assets = files.filter((file) => file.startsWith('_astro/'))
  const kinds = Object.values(Object.groupBy(assets, (file) => file.split('.').at(-1) ?? ''))
  const largest = kinds.map((kind = []) => `/${largestOf(kind, read)}`)
  return [...publicScreens, ...publicFiles, ...largest, '/_astro/none', '/no-such-page', '/_actions/none']
}

/** The heaviest page or file of each kind that the build has, and a picture. */
function protectedPaths(): string[] {
  const { protectedFiles, readProtected } = readBuiltSite()
  const shown = protectedFiles.filter((file) => !file.startsWith('states/'))
  const kinds = Object.values(Object.groupBy(shown, kindOf))
  return [...kinds.map((kind = []) => pathOf(largestOf(kind, readProtected))), '/', PICTURE]
}

/** Files of one kind lie at the same depth of the same folder and end in the same way. */
function kindOf(file: string): string {
  const parts = file.split('/')
  return [parts.length, parts.length > 1 && parts[0], file.split('.').at(-1), file.includes('find-')].join(
    ' ',
  )
}

function largestOf(files: readonly string[], read: (file: string) => string): string {
  return files.toSorted((a, b) => read(b).length - read(a).length)[0] ?? ''
}

function screens(who: Who, paths: readonly string[]): Door[] {
  return paths.map((path) => ({ who, method: 'GET', path, bodyBytes: 0, bodyType: '', fields: [] }))
}

function postDoor(who: Who, path: string): Door {
  return { who, method: 'POST', path, bodyBytes: HOST_BODY_BYTES, bodyType: JSON_TYPE, fields: [] }
}

function actions(who: Who): Door[] {
  return Object.entries(actionInputs()).map(([action, form]) => {
    const path = ACTIONS_PREFIX + action
    const common = { who, method: 'POST', path, fields: fieldsOf(form) } as const
    return path === UPLOAD_ACTION
      ? { ...common, bodyBytes: AVATAR_MAX_BYTES, bodyType: 'application/octet-stream' }
      : { ...common, bodyBytes: ACTION_BODY_MAX_BYTES, bodyType: JSON_TYPE }
  })
}

/** The names of a form of src/shared/forms.ts; of any other input those that inputs have here. */
function fieldsOf(form: string | null): string[] {
  if (form === null) return []
  const known = Object.entries(forms).find(([name]) => name === form)?.[1]
  return known && 'shape' in known ? Object.keys(known.shape) : ['changes', 'token']
}
