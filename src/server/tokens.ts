import { createHash, randomBytes } from 'node:crypto'

/** Bearer secrets and the cookies that carry some of them: how they are made, told by their shape, and stored. */

const TOKEN_BYTES = 32
const TOKEN = /^[\w-]{43}$/
const FEED_TOKEN = /^[0-9a-f]{64}$/

/** A secret of 256 random bits in base64url, with the hash that is stored in its place. */
export function newToken(): { token: string; hash: string } {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  return { token, hash: sha256Hex(token) }
}

/** Whether it can be a token at all. Anything else is not worth a query, let alone a hash. */
export function isToken(text: string): boolean {
  return TOKEN.test(text)
}

/** The same for a calendar's address, in digits and small letters: paths have no capitals. */
export function newFeedToken(): { token: string; hash: string } {
  const token = randomBytes(TOKEN_BYTES).toString('hex')
  return { token, hash: sha256Hex(token) }
}

export function isFeedToken(text: string): boolean {
  return FEED_TOKEN.test(text)
}

/** What is stored in place of a secret, and of what need not be kept in clear. */
export function sha256Hex(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** As many random bytes as Lucia takes itself, in lower-case base 32. */
export const SESSION_TOKEN_BYTES = 25
const SESSION_TOKEN = /^[a-z2-7]{40}$/

/** Whether this may be the token of a session, by its shape alone. */
export function isSessionToken(text: string): boolean {
  return SESSION_TOKEN.test(text)
}

/** `__Host-`: only this very host, over a secure connection, for all paths, can have set it (RFC 6265bis). */
export const cookieNames = {
  session: '__Host-session',
  /** Tells a browser that a member has signed in with before. It opens nothing. */
  device: '__Host-device',
  /** Tells the browser that an account was signed up with. Without the mailed link it opens nothing. */
  signUp: '__Host-sign-up',
} as const

/**
 * A cookie's value as the browser sent it, untouched, or null. A browser sends each cookie once; a request that
 * carries one twice was tampered with and counts as having none.
 */
export function readCookie(headers: Headers, cookie: keyof typeof cookieNames): string | null {
  const start = `${cookieNames[cookie]}=`
  const values = headers
    .get('cookie')
    ?.split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(start))
    .map((pair) => pair.slice(start.length))
  return values?.length === 1 && values[0] ? values[0] : null
}

/** @param maxAge in seconds; 0 takes the cookie away. */
export function hostCookie(cookie: keyof typeof cookieNames, value: string, maxAge: number): HostCookie {
  return {
    name: cookieNames[cookie],
    value,
    attributes: { httpOnly: true, secure: true, sameSite: 'lax', path: '/', maxAge },
  }
}

/** As a `Set-Cookie` header has it. */
export function serializeCookie({ name, value, attributes }: HostCookie): string {
  return `${name}=${value}; Max-Age=${attributes.maxAge}; Path=${attributes.path}; HttpOnly; Secure; SameSite=Lax`
}

/** For this host alone and hidden from scripts. */
export interface HostCookie {
  name: string
  value: string
  attributes: { httpOnly: true; secure: true; sameSite: 'lax'; path: '/'; maxAge: number }
}
