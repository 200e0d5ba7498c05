import { createHash, randomBytes } from 'node:crypto'

/** Bearer tokens and cookies: how they are generated, validated and stored. */

const TOKEN_BYTES = 32
const TOKEN = /^[\w-]{43}$/
const FEED_TOKEN = /^[0-9a-f]{64}$/

/** A token of 256 random bits in base64url, and the hash to store. */
export function newToken(): { token: string; hash: string } {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  return { token, hash: sha256Hex(token) }
}

/** Whether it has the shape of a token; otherwise it isn't worth a query or a hash. */
export function isToken(text: string): boolean {
  return TOKEN.test(text)
}

/** The same in hexadecimal for calendar links, because canonical paths are lower case. */
export function newFeedToken(): { token: string; hash: string } {
  const token = randomBytes(TOKEN_BYTES).toString('hex')
  return { token, hash: sha256Hex(token) }
}

export function isFeedToken(text: string): boolean {
  return FEED_TOKEN.test(text)
}

export function sha256Hex(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Lucia's length. Encoded in lower-case base 32. */
export const SESSION_TOKEN_BYTES = 25
const SESSION_TOKEN = /^[a-z2-7]{40}$/

/** Whether it has the shape of a session token. */
export function isSessionToken(text: string): boolean {
  return SESSION_TOKEN.test(text)
}

/** `__Host-`: only this host can have set them, over https (RFC 6265bis). */
export const cookieNames = {
  session: '__Host-session',
  /** Identifies a known browser. Grants no access. */
  device: '__Host-device',
  /** Identifies the browser that signed up. Grants nothing without the emailed link. */
  signUp: '__Host-sign-up',
} as const

/**
 * The value of a cookie; null when it is absent, empty or sent more than once, which only a tampered request does.
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

/** @param maxAge in seconds; 0 deletes the cookie. */
export function hostCookie(cookie: keyof typeof cookieNames, value: string, maxAge: number): HostCookie {
  return {
    name: cookieNames[cookie],
    value,
    attributes: { httpOnly: true, secure: true, sameSite: 'lax', path: '/', maxAge },
  }
}

/** The value of a `Set-Cookie` header. */
export function serializeCookie({ name, value, attributes }: HostCookie): string {
  return `${name}=${value}; Max-Age=${attributes.maxAge}; Path=${attributes.path}; HttpOnly; Secure; SameSite=Lax`
}

export interface HostCookie {
  name: string
  value: string
  attributes: { httpOnly: true; secure: true; sameSite: 'lax'; path: '/'; maxAge: number }
}
