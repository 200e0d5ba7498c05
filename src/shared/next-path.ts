import { HOME_PATH, SIGN_IN_PATH } from './paths.ts'

// Base for resolving `next`; only its origin matters.
const ANY_SITE = 'https://site.invalid'

// Characters with which browsers may read a path as another site's URL: they treat `\` as `/` and drop tabs.
const FORBIDDEN = /[\u0000-\u001f\u007f\\]/

/**
 * The path to open after sign-in, with query and fragment: `next` if it is a path of this site, otherwise the home page. Never
 * another site or the sign-in screen (OWASP: Unvalidated Redirects and Forwards).
 */
export function safeNextPath(next: string | null): string {
  if (!next?.startsWith('/') || FORBIDDEN.test(next)) return HOME_PATH
  if (!URL.canParse(next, ANY_SITE)) return HOME_PATH

  const url = new URL(next, ANY_SITE)
  if (url.origin !== ANY_SITE || url.pathname.startsWith('//')) return HOME_PATH
  if (url.pathname === SIGN_IN_PATH) return HOME_PATH
  return url.pathname + url.search + url.hash
}

/**
 * The page that the member wanted before signing in. Browsers keep the fragment over a redirect, so it is in the sign-in
 * screen's URL and belongs to `next`.
 */
export function destination({ search, hash }: Pick<Location, 'search' | 'hash'>): string {
  const next = new URLSearchParams(search).get('next')
  return safeNextPath(!next || next.includes('#') ? next : next + hash)
}

export function signInPath(next: string): string {
  return `${SIGN_IN_PATH}?next=${encodeURIComponent(next)}`
}
