import { hash, parseOptions, verify } from '@node-rs/argon2'
import { createQueue } from '../overload.ts'
import type { PasswordHasher } from './ports.ts'

/** The minimum of OWASP's Password Storage Cheat Sheet. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Hash of a discarded random password, for verifying unknown accounts in the same time. */
export const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$Kd+m5yN8VPIjnEDJ/a6zng$BlNoEG234eHaB5yt0DDH2RRMjKwBVjFPlX62i8nBblc'

/**
 * A hash takes 19 MiB and one of the four libuv threads, which file and DNS access share. A cohort that signs in at once
 * waits for some seconds.
 */
const BOUNDS = { concurrency: 2, maxPending: 300 }

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
 * NFKC, so that é as one or two code points is the same password (NIST SP 800-63B). Doesn't trim or truncate.
 */
function normalize(password: string): string {
  return password.normalize('NFKC')
}
