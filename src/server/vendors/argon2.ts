import { hash, parseOptions, verify } from '@node-rs/argon2'
import { createQueue } from '../busy.ts'
import type { PasswordHasher } from './ports.ts'

/** The least that OWASP's Password Storage Cheat Sheet asks of Argon2id. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Of a random password that was not kept, with the parameters above: what an unknown account is verified against. */
export const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$Kd+m5yN8VPIjnEDJ/a6zng$BlNoEG234eHaB5yt0DDH2RRMjKwBVjFPlX62i8nBblc'

/**
 * Each hash takes 19 MiB and one of the four threads that files and names are read on too: two of them, and a queue that
 * is done within seconds.
 */
const BOUNDS = { concurrency: 2, maxPending: 64 }

/** Argon2id, off the main thread and in turn; throws a BusyError when too many wait. */
export function createArgon2(): PasswordHasher {
  const enqueue = createQueue(BOUNDS)
  return {
    hash: (password) => enqueue(() => hash(normalize(password), PARAMETERS)),

    async verify(passwordHash, password) {
      const matches = await enqueue(() => verify(passwordHash ?? DUMMY_HASH, normalize(password)))
      return matches && passwordHash !== null
    },

    isOutdated(passwordHash) {
      const used = parseOptions(passwordHash)
      return used.memoryCost < PARAMETERS.memoryCost || used.timeCost < PARAMETERS.timeCost
    },
  }
}

/**
 * NFKC, so that an é typed as one character on one keyboard and as two on another is the same password
 * (NIST SP 800-63B). Nothing is trimmed or cut.
 */
function normalize(password: string): string {
  return password.normalize('NFKC')
}
