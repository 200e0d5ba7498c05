import type { SignInForm, SignUpForm } from '#src/shared/forms.ts'
import { createAccounts } from './adapters/accounts.ts'
import { argon2 } from './adapters/argon2.ts'
import { createLuciaSessions } from './adapters/lucia-sessions.ts'
import { createSql } from './adapters/neon.ts'
import type { SessionCookie } from './auth/ports.ts'
import { signIn, type Browser, type SignInResult } from './auth/sign-in.ts'
import { signOut } from './auth/sign-out.ts'
import { signUp, type SignUpResult } from './auth/sign-up.ts'
import { readEnv, type Env } from './env.ts'

/** Long enough for a database that has to wake up first, short enough to answer a person. */
const QUERY_TIMEOUT_MS = 8000

/** Composition root of actions and functions. Made at the first call: a build imports this and has no secrets. */
export function app(): App {
  made ??= createApp(readEnv(process.env))
  return made
}

let made: App | undefined

/** Everything the product can do, over the services that the environment names. */
export function createApp(env: Env): App {
  const sql = createSql(env, QUERY_TIMEOUT_MS)
  const sessions = createLuciaSessions(sql)
  const deps = { accounts: createAccounts(sql), passwords: argon2, sessions }

  return {
    signUp: (form) => signUp(deps, form),
    signIn: (form, browser) => signIn(deps, form, browser),
    signOut: (token) => signOut(deps, token),
    blankSessionCookie: () => sessions.blankCookie(),
  }
}

export interface App {
  signUp(form: SignUpForm): Promise<SignUpResult>
  signIn(form: SignInForm, browser: Browser): Promise<SignInResult>
  signOut(token: string | null): Promise<void>
  /** Takes the session away from the browser; its name is the name of every session cookie. */
  blankSessionCookie(): SessionCookie
}
