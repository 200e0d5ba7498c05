import programme from '../../.astro/programme.json' with { type: 'json' }
import { readEnv, type Env } from './env.ts'
import { createArgon2 } from './vendors/argon2.ts'
import { createAvatarStore } from './vendors/blobs.ts'
import { createGitHubRepository } from './vendors/github.ts'
import { createLuciaSessions } from './vendors/lucia.ts'
import { createRetryingSql, createSql } from './vendors/neon.ts'
import type { Deps } from './vendors/ports.ts'
import { createSharpPictures } from './vendors/sharp.ts'
import { createWebAuthn } from './vendors/webauthn.ts'

/** Composition root of actions and functions. Created at the first call, because a build has no secrets. */
export function deps(): Deps {
  made ??= createDeps(readEnv(process.env))
  return made
}

let made: Deps | undefined

export function createDeps(env: Env): Deps {
  const sql = createSql(env)
  return {
    sql,
    sessions: createLuciaSessions(sql, createRetryingSql(env)),
    passwords: createArgon2(),
    passkeys: createWebAuthn(env.SITE_URL, programme.brand),
    avatars: createAvatarStore(),
    pictures: createSharpPictures(),
    repository: createGitHubRepository(programme.repository),
    clock: Date.now,
    siteUrl: env.SITE_URL,
    programme,
  }
}
