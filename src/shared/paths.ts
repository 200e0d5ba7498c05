/**
 * Paths used in code. Everything that isn't listed as public here is protected.
 */
export const HOME_PATH = '/'
export const SIGN_IN_PATH = '/auth'

/** Where password managers look for the form that changes a password (W3C, A Well-Known URL for Changing Passwords). */
export const CHANGE_PASSWORD_PATH = '/.well-known/change-password'

/** With this and a section's name, a member's page opens the account there. No video has such a fragment. */
export const ACCOUNT_HASH = '#account='

/** From where a member is led on. */
export const signedOutScreens = ['/auth', '/login', '/start'] as const

export const tokenScreens = [
  '/confirm-email',
  '/reset-password',
  '/invitation',
  '/keep-account',
  '/restore-email',
  '/unsubscribe',
] as const

/** Public screens (docs/product.md, Public screens), by canonical path. */
export const publicScreens = [...signedOutScreens, ...tokenScreens] as const

export const publicFiles = [
  '/favicon.svg',
  '/robots.txt',
  '/manifest.webmanifest',
  '/icon-192.png',
  '/icon-512.png',
  '/apple-touch-icon.png',
  '/sw.js',
] as const

/** Ends a kind of emails to all members: a POST from anywhere, with a token; otherwise a public screen. */
export const UNSUBSCRIBE_PATH = '/unsubscribe'

export const ACTIONS_PREFIX = '/_actions/'

/** On success, the gate also clears the browser's caches. */
export const SIGN_OUT_ACTION = `${ACTIONS_PREFIX}auth.signOut`

export const UPLOAD_ACTION = `${ACTIONS_PREFIX}account.uploadAvatar`

export const AVATARS_PREFIX = '/avatars/'

export const FEEDS_PREFIX = '/feeds/'

/** Where the programme's form tools tell who has sent a form: a POST from anywhere, with a secret and a deadline's name. */
export const SUBMISSIONS_PREFIX = '/submissions/'

/** The page of the programme's calendar; its fragment can name a day (2025-06-26). */
export const CALENDAR_PATH = '/calendar'

export const PROGRAMME_CALENDAR = '/calendar.ics'

export const EDIT_PATH = '/edit'

/** The window in which an editor gets a token for GitHub. */
export const EDIT_SIGN_IN_PATH = '/edit-sign-in'

export const PEOPLE_PATH = '/people'

export const DIRECTORY_PATH = '/members'

export const HEALTH_PATH = '/healthz'

/** Where Postmark tells of bounces: a POST with a secret. */
export const BOUNCES_PATH = '/bounces'

export const reservedPaths = [EDIT_PATH, EDIT_SIGN_IN_PATH, PEOPLE_PATH, HEALTH_PATH, BOUNCES_PATH] as const

export const SAMPLES_PREFIX = '/samples/'

export const STATE_SCREENS_PREFIX = '/states/'

export const publicErrorScreens = ['/404', '/500'] as const

/** Key prefixes in the deploy store: protected files, and public error screens. */
export const VAULT_KEYS = 'vault/'
export const SCREEN_KEYS = 'screens/'
