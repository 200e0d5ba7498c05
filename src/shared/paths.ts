/**
 * The paths of this site that code names. Everything that is not public here is protected: a page no one
 * listed is locked, never leaked.
 */
export const HOME_PATH = '/'
export const SIGN_IN_PATH = '/auth'

/** Screens anybody may see (docs/product.md, Public screens), by their canonical path. */
export const publicScreens = [
  '/auth',
  '/login',
  '/start',
  '/confirm-email',
  '/reset-password',
  '/keep-account',
] as const

/** Files anybody may fetch that are not screens. Everything under `/_astro/` is public besides: see the adapter. */
export const publicFiles = [
  '/favicon.svg',
  '/robots.txt',
  '/manifest.webmanifest',
  '/icon-192.png',
  '/icon-512.png',
  '/icon-maskable.png',
  '/apple-touch-icon.png',
  '/sw.js',
] as const

/** Public screens whose address carries a secret. */
export const tokenScreens = [
  '/confirm-email',
  '/reset-password',
  '/keep-account',
] as const satisfies (typeof publicScreens)[number][]

/** Screens that make no sense to a person who is already signed in. */
export const signedOutScreens = ['/auth', '/login'] as const satisfies (typeof publicScreens)[number][]

/** Where Astro answers action calls; `next` for the gate, never a page. */
export const ACTIONS_PREFIX = '/_actions/'

/** The action whose success must also empty the browser's caches. */
export const SIGN_OUT_ACTION = `${ACTIONS_PREFIX}auth.signOut`

/** The one action that takes a picture, as the bytes it is made of. */
export const UPLOAD_ACTION = `${ACTIONS_PREFIX}account.uploadAvatar`

/** Where members' pictures are: made on demand and in no vault, so the gate hands requests on after its own check. */
export const AVATARS_PREFIX = '/avatars/'

/** Where members' own addresses of the programme's calendar are: public, with a token of one member in each. */
export const FEEDS_PREFIX = '/feeds/'

/** All the programme's events as a calendar file, for members; the feeds show the same. */
export const PROGRAMME_CALENDAR = '/calendar.ics'

/** Where editors change the content: there for approved members whom an administrator has named, and for no one else. */
export const EDIT_PATH = '/edit'

/** Where administrators decide about sign-ups: there for approved members who are administrators, and for no one else. */
export const DECIDE_PATH = '/decide'

/** Screens the gate shows in place of a page; they have no address. */
export const STATE_SCREENS_PREFIX = '/states/'

/** Public screens without an address: the host shows them. */
export const publicErrorScreens = ['/404', '/500'] as const

/** How keys of built files begin in the deploy's own store: of protected ones, and of screens that the gate shows to anybody. */
export const VAULT_KEYS = 'vault/'
export const SCREEN_KEYS = 'screens/'

/** Browsers read `\` as `/` and drop tabs and line breaks: both turn a path into another site's address. */
export function hasForbiddenCharacter(path: string): boolean {
  return /[\u0000-\u001f\u007f\\]/.test(path)
}
