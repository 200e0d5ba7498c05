import { readCookie } from './read-cookie.ts'

/** Tells the browser that an account was signed up with. Without the mailed link it opens nothing. */
export const SIGN_UP_COOKIE_NAME = '__Host-sign-up'

/** The browser's token as it sent it, or null: see `readCookie`. */
export function readSignUpToken(headers: Headers): string | null {
  return readCookie(headers, SIGN_UP_COOKIE_NAME)
}
