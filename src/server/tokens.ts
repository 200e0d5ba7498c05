import { Buffer } from 'node:buffer'
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

const TOKEN = /^[0-9a-f]{64}$/

/** A token of 256 random bits, and the hash to store. In hexadecimal, because canonical paths are lower case. */
export function newToken(): { token: string; hash: string } {
  const token = randomBytes(32).toString('hex')
  return { token, hash: sha256Hex(token) }
}

/** Whether it has the shape of a token; otherwise it isn't worth a query or a hash. */
export function isToken(text: string): boolean {
  return TOKEN.test(text)
}

export function sha256Hex(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

export function isSame(given: string, right: string): boolean {
  // Hashes, because it takes texts of the same length.
  return timingSafeEqual(Buffer.from(sha256Hex(given)), Buffer.from(sha256Hex(right)))
}
