import { userInfo } from 'node:os'
import { loginOf } from '../database-url.ts'

/**
 * Who is remembered as having done it, where nobody is named: the user of this machine, and the login with which they
 * reach a database that they named.
 */
export function defaultActor(env: NodeJS.ProcessEnv): string {
  const login = loginOf(env.DATABASE_URL)
  return login ? `admin cli (${systemUser()} as ${login})` : `admin cli (${systemUser()})`
}

/** A container may run as a number that has no name. */
function systemUser(): string {
  try {
    return userInfo().username
  } catch {
    return 'unknown user'
  }
}
