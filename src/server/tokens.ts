import { createHash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32

/** A bearer secret: 256 random bits in base64url. */
export function randomToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/** What is stored in place of a secret, and of what need not be kept in clear. */
export function sha256Hex(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** The given number of random bits, a multiple of eight, in hexadecimal digits. */
export function randomHex(bits: number): string {
  return randomBytes(bits / 8).toString('hex')
}
