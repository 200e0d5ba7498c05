import { hasForbiddenCharacter, HOME_PATH, SIGN_IN_PATH } from './paths.ts'

/** Only its origin matters: a `next` that resolves anywhere else is not a path of this site. */
const ANY_SITE = 'https://site.invalid'

/**
 * Where to go after sign-in: the path (with query and fragment) that `next` names when it is a path of this
 * site, else the home page. Never an address of another site, never the sign-in screen itself (OWASP:
 * Unvalidated Redirects and Forwards).
 */
export function safeNextPath(next: string | null): string {
  if (!next?.startsWith('/') || hasForbiddenCharacter(next)) return HOME_PATH
  if (!URL.canParse(next, ANY_SITE)) return HOME_PATH

  const url = new URL(next, ANY_SITE)
  if (url.origin !== ANY_SITE || url.pathname.startsWith('//')) return HOME_PATH
  if (url.pathname === SIGN_IN_PATH) return HOME_PATH
  return url.pathname + url.search + url.hash
}

/**
 * Where a member wanted to go before being asked to sign in. A browser carries the fragment of the page it asked
 * for over a redirect, so it stands in this page's own address and belongs to `next`.
 */
export function destination({ search, hash }: Pick<Location, 'search' | 'hash'>): string {
  const next = new URLSearchParams(search).get('next')
  if (next === null) return safeNextPath(null)
  return safeNextPath(next.includes('#') ? next : next + hash)
}

/** The sign-in screen, remembering the page that was asked for. */
export function signInPath(next: string): string {
  return `${SIGN_IN_PATH}?next=${encodeURIComponent(next)}`
}
