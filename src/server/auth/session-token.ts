import { readCookie } from './read-cookie.ts'

/** `__Host-`: only this very host, over a secure connection, for all paths, can have set it (RFC 6265bis). */
export const SESSION_COOKIE_NAME = '__Host-session'

/** The session's token as the browser sent it, or null: see `readCookie`. */
export function readSessionToken(headers: Headers): string | null {
  return readCookie(headers, SESSION_COOKIE_NAME)
}
