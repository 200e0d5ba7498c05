import { readCookie } from './read-cookie.ts'

/** `__Host-`: only this very host, over a secure connection, for all paths, can have set it (RFC 6265bis). */
export const SESSION_COOKIE_NAME = '__Host-session'

/** As many random bytes as Lucia takes itself, in lower-case base 32. Anything else is not worth a query. */
export const SESSION_TOKEN_BYTES = 25
const TOKEN = /^[a-z2-7]{40}$/

/** Whether this may be the token of a session, by its shape alone. */
export function isSessionToken(text: string): boolean {
  return TOKEN.test(text)
}

/** The session's token as the browser sent it, or null: see `readCookie`. */
export function readSessionToken(headers: Headers): string | null {
  return readCookie(headers, SESSION_COOKIE_NAME)
}
