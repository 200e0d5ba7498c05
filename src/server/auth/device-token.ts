import { readCookie } from './read-cookie.ts'

/** Tells a browser that a member has signed in with before. It opens nothing. */
export const DEVICE_COOKIE_NAME = '__Host-device'

/** The device's token as the browser sent it, or null: see `readCookie`. */
export function readDeviceToken(headers: Headers): string | null {
  return readCookie(headers, DEVICE_COOKIE_NAME)
}
