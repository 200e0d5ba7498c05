import type { PasswordHasher } from '#src/server/vendors/ports.ts'

/** Hashes that can be read, for tests that are not about hashing. `verified` is every hash that was worked on. */
export function fastHasher(): FastHasher {
  const verified: (string | null)[] = []
  return {
    verified,
    hash: (password) => Promise.resolve(fastHash(password)),
    verify(passwordHash, password) {
      verified.push(passwordHash)
      return Promise.resolve(passwordHash?.slice(WEAK.length) === password)
    },
    isOutdated: (passwordHash) => passwordHash.startsWith(WEAK),
  }
}

export function fastHash(password: string): string {
  return STRONG + password
}

/** A hash that `isOutdated`. */
export function weakHash(password: string): string {
  return WEAK + password
}

const STRONG = '$argon2id$strong$'
const WEAK = '$argon2id$frail$$'

export type FastHasher = PasswordHasher & { verified: (string | null)[] }
