/**
 * The paths of this site that code names. Everything that is not public here is protected: a page nobody
 * listed is locked, never leaked.
 */
export const HOME_PATH = '/'
export const SIGN_IN_PATH = '/auth'

/** Screens anybody may see (specification, section 2, "Public routes"), by their canonical path. */
export const publicScreens = ['/auth', '/login', '/start', '/confirm-email', '/reset-password'] as const

/** Files anybody may fetch that are not screens. Everything under `/_astro/` is public besides: see the adapter. */
export const publicFiles = ['/favicon.svg', '/robots.txt'] as const
