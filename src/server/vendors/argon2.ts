import { hash, parseOptions, verify } from '@node-rs/argon2'
import type { PasswordHasher } from './ports.ts'

/** The least that OWASP's Password Storage Cheat Sheet asks of Argon2id. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Of a random password that was not kept, with the parameters above: what an unknown account is verified against. */
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$Kd+m5yN8VPIjnEDJ/a6zng$BlNoEG234eHaB5yt0DDH2RRMjKwBVjFPlX62i8nBblc'

/** Argon2id, off the main thread. */
export const argon2: PasswordHasher = {
  hash: (password) => hash(password, PARAMETERS),

  async verify(passwordHash, password) {
    const matches = await verify(passwordHash ?? NOBODYS_HASH, password)
    return matches && passwordHash !== null
  },

  isOutdated(passwordHash) {
    const used = parseOptions(passwordHash)
    return used.memoryCost < PARAMETERS.memoryCost || used.timeCost < PARAMETERS.timeCost
  },
}
