/**
 * Paths used in code. Everything that isn't listed as public here is protected.
 */
export const HOME_PATH = '/'
export const SIGN_IN_PATH = '/auth'

/** Where password managers look for the form that changes a password (W3C, A Well-Known URL for Changing Passwords). */
export const CHANGE_PASSWORD_PATH = '/.well-known/change-password'

/** With this fragment, a member's page opens the account at its password. */
export const CHANGE_PASSWORD_HASH = '#change-password'

/** Public screens with a token in the URL. */
export const tokenScreens = [
  '/confirm-email',
  '/reset-password',
  '/invitation',
  '/keep-account',
  '/restore-email',
  '/unsubscribe',
] as const

/** Public screens (docs/product.md, Public screens), by canonical path. */
export const publicScreens = ['/auth', '/login', '/start', ...tokenScreens] as const

/** Public files. Everything under `/_astro/` is public too. */
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

/** Public screens from which signed-in members are redirected. */
export const signedOutScreens = ['/auth', '/login'] as const satisfies (typeof publicScreens)[number][]

/** Astro's prefix for actions. */
export const ACTIONS_PREFIX = '/_actions/'

/** On success, the gate also clears the browser's caches. */
export const SIGN_OUT_ACTION = `${ACTIONS_PREFIX}auth.signOut`

/** The only action whose body is a picture. */
export const UPLOAD_ACTION = `${ACTIONS_PREFIX}account.uploadAvatar`

/** Members' pictures, which the function serves after the gate's check. */
export const AVATARS_PREFIX = '/avatars/'

/** Members' private calendar links: public, with a token. */
export const FEEDS_PREFIX = '/feeds/'

/** Where the programme's form tools tell who has sent a form: a POST from anywhere, with a secret and a deadline's name. */
export const SUBMISSIONS_PREFIX = '/submissions/'

/** The page of the programme's calendar; its fragment can name a day (2025-06-26). */
export const CALENDAR_PATH = '/calendar'

/** The programme's events as a calendar file, for members and calendar links. */
export const PROGRAMME_CALENDAR = '/calendar.ics'

/** The content editor. A 404 for members who aren't editors. */
export const EDIT_PATH = '/edit'

/** Where administrators work with people. A 404 for everyone else. */
export const PEOPLE_PATH = '/people'

/** The members' directory, unless site.yaml switches it off. */
export const DIRECTORY_PATH = '/members'

/** Whether the portal works. */
export const HEALTH_PATH = '/healthz'

/** Where Postmark tells of bounces: a POST with a secret. */
export const BOUNCES_PATH = '/bounces'

/** Pages and answers that aren't for every member. */
export const reservedPaths = [EDIT_PATH, PEOPLE_PATH, HEALTH_PATH, BOUNCES_PATH] as const

/** Samples, the only pages that this site may frame. */
export const SAMPLES_PREFIX = '/samples/'

/** State screens, which have no URL. */
export const STATE_SCREENS_PREFIX = '/states/'

/** Error screens, which have no URL. */
export const publicErrorScreens = ['/404', '/500'] as const

/** Key prefixes in the deploy store: protected files, and public error screens. */
export const VAULT_KEYS = 'vault/'
export const SCREEN_KEYS = 'screens/'
